import { type BookAccount, type BookLine, bookAccounts, moneyHolders } from './book-accounts.ts'
import { labelOf } from './choices.ts'
import { csvText } from './csv.ts'
import type { Cents } from './money.ts'

/** An entry of the book with what a program for bookkeeping takes of it. */
export type ExportedEntry = {
  readonly number: number
  readonly day: string
  /** When it was written down, in UTC. */
  readonly recordedAt: string
  readonly kind: string
  readonly payee: string
  readonly words: string
  /** `YYYY-MM`: the month that a late bill concerns. */
  readonly belongsTo: string | null
  /** The number of the entry that this one reverses. */
  readonly reverses: number | null
  /** The id of the motion that permitted it. */
  readonly motion: string | null
  /** SHA-256 of each document that proves it, those that were added later included. */
  readonly documentHashes: readonly string[]
  readonly lines: readonly ExportedLine[]
}

/** `bankDay`: the day on which the bank showed a cash line; null while it has not. */
export type ExportedLine = BookLine & { readonly bankDay: string | null }

/** Names of bank accounts and of people, by id. */
export type ExportNames = { readonly bankAccounts: ReadonlyMap<string, string>; readonly people: ReadonlyMap<string, string> }

export const bookExportFiles = ['book.journal', 'book.csv', 'book.csv.rules'] as const
export type BookExportFile = (typeof bookExportFiles)[number]

const groups = {
  asset: 'assets',
  debt: 'liabilities',
  capital: 'equity',
  income: 'income',
  cost: 'expenses',
  suspense: 'suspense',
} as const

/**
 * Words of people inside a line of a journal: on one line, and without the characters that end an account’s name, begin a comment or divide a
 * payee from a note.
 */
export const plainWords = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/[;|]/g, ',')
    .trim()
const partOfName = (text: string): string => plainWords(text).replace(/[:()[\]{}"*!=@]/g, '')

/** Names in which nothing is written twice: a name that two have is followed by the beginning of its id. */
function distinctNames(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const plain = [...names].map(([id, name]) => [id, partOfName(name)] as const)
  const isTwice = (name: string): boolean => plain.filter(([, other]) => other.toLowerCase() === name.toLowerCase()).length > 1
  return new Map(plain.map(([id, name]) => [id, name === '' || isTwice(name) ? `${name} ${id}`.trim() : name]))
}

/** The name of an account where accounts are a tree: `assets:cash:Operating`, `equity:capital:arc 1`. */
export function accountName(line: BookLine, { bankAccounts, people }: ExportNames): string {
  const { label, kind } = bookAccounts[line.account as BookAccount]
  const name = partOfName(label.replace('Members’ ', '').toLowerCase())
  // What is in suspense has a group of its own.
  const parts: string[] = kind === 'suspense' ? [groups.suspense] : [groups[kind], name]
  if (line.account === 'cash') parts.push(bankAccounts.get(line.bankAccount) ?? line.bankAccount)
  if (line.account === 'held') parts.push(labelOf(moneyHolders, line.heldBy).toLowerCase())
  if (line.account === 'owed') parts.push(people.get(line.person) ?? line.person)
  if (line.account === 'capital' || line.account === 'paid_out') parts.push(`arc ${line.arc}`)
  return parts.join(':')
}

/** Who is behind an amount: the bank account, who holds the money or is owed it, or the person whom a line on an arc names. */
function whoOf(line: BookLine, { bankAccounts, people }: ExportNames): string {
  if (line.account === 'cash') return bankAccounts.get(line.bankAccount) ?? ''
  if (line.account === 'held') return line.who ?? labelOf(moneyHolders, line.heldBy)
  const person = 'person' in line ? line.person : undefined
  if (person) return people.get(person) ?? ''
  return 'who' in line ? (line.who ?? '') : ''
}

/** `-1234.56`: exact, without grouping. */
export const decimal = (cents: Cents): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function descriptionOf({ kind, payee, words }: ExportedEntry): string {
  const said = plainWords(words) || kind.replaceAll('_', ' ')
  return plainWords(payee) === '' ? said : `${plainWords(payee)} | ${said}`
}

export const namesForExport = ({ bankAccounts, people }: ExportNames): ExportNames => ({
  bankAccounts: distinctNames(bankAccounts),
  people: distinctNames(people),
})

/** The book as a journal that hledger reads: each entry with its number, and every line as a posting. */
export function bookJournal(entries: readonly ExportedEntry[], names: ExportNames): string {
  const shown = namesForExport(names)
  const written = entries.map((entry) => {
    const tags = [
      `kind: ${entry.kind}`,
      ...(entry.belongsTo ? [`belongs-to: ${entry.belongsTo}`] : []),
      ...(entry.reverses === null ? [] : [`reverses: ${entry.reverses}`]),
      ...(entry.motion === null ? [] : [`motion: ${entry.motion}`]),
      ...entry.documentHashes.map((hash) => `document: ${hash}`),
    ]
    const postings = entry.lines.map((line) => `    ${accountName(line, shown)}  $${decimal(line.amountCents)}`)
    return [`${entry.day} (${entry.number}) ${descriptionOf(entry)}  ; ${tags.join(', ')}`, ...postings].join('\n')
  })
  return ['decimal-mark .', 'commodity $1000.00', ...written].map((part) => `${part}\n`).join('\n')
}

const csvHeader = [
  'Number',
  'Line',
  'Day',
  'Recorded',
  'Belongs to',
  'Kind',
  'Payee',
  'Words',
  'Account',
  'Who',
  'Arc',
  'Amount (USD)',
  'Debit',
  'Credit',
  'Motion',
  'Document SHA-256',
  'Reverses',
  'Bank’s day',
  'Account in the tree',
]

/** One row for each line of each entry, for spreadsheets and for hledger with `bookRules`. */
export function bookCsv(entries: readonly ExportedEntry[], names: ExportNames): string {
  const shown = namesForExport(names)
  const rows = entries.flatMap((entry) =>
    entry.lines.map((line, index) => [
      entry.number,
      index + 1,
      entry.day,
      entry.recordedAt,
      entry.belongsTo ?? '',
      entry.kind,
      entry.payee,
      entry.words,
      bookAccounts[line.account as BookAccount].label,
      whoOf(line, shown),
      'arc' in line ? line.arc : '',
      decimal(line.amountCents),
      line.amountCents > 0 ? decimal(line.amountCents) : '',
      line.amountCents < 0 ? decimal(-line.amountCents) : '',
      entry.motion ?? '',
      entry.documentHashes.join(' '),
      entry.reverses ?? '',
      line.bankDay ?? '',
      accountName(line, shown),
    ]),
  )
  return csvText([csvHeader, ...rows])
}

/**
 * How hledger reads `book.csv`. Each row becomes a transaction of its own against `equity:entries`, which the lines of an entry bring back to 0.
 */
export const bookRules = `# Rules for hledger: hledger -f book.csv balance
# Keep this file beside book.csv. The lines of an entry sum to 0, so equity:entries always comes back to 0.
skip 1
separator ,
decimal-mark .
fields code, line, date, recorded, belongs_to, kind, payee, words, label, who, arc, amount, into, out, motion, document, reverses, bank_day, account1
date-format %Y-%m-%d
currency $
description %payee %words
comment kind: %kind
account2 equity:entries
`
