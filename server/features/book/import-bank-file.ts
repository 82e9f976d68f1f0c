import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { BankFilePreview, bankFileRequest } from '#contract/bank-files.ts'
import { Refusal } from '#contract/errors.ts'
import {
  type BankBalance,
  type BankFile,
  type BankFileAccount,
  type BankFileChoices,
  type BankFileProblem,
  bankFileLimits,
  bankFileProblemWords,
} from '#domain/bank-file.ts'
import {
  type BankImport,
  type BankImportProblem,
  bankImportProblemWords,
  decideImport,
  type KnownBankAccount,
  type KnownBankLine,
} from '#domain/bank-lines.ts'
import { addDays } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readClosedTo } from '#server/shared/book/closed-months.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { readBankFacts, unmatchedOf } from './bank-facts.ts'
import { readBankFile } from './bank-files/read-bank-file.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'
import { offerMonth } from './offer-month.ts'
import { requireBankAccount } from './write-booking.ts'

export type BankFileBody = z.infer<typeof bankFileRequest>

/** Circles keep their accounts in one currency. */
const currency = 'USD'

/** An account's number is stored as a keyed hash, with the account in it, so that equal numbers of two circles are not told by it. */
const hashOfNumber = (keys: Keys, bankAccountId: string, number: string): string =>
  createHmac('sha256', keys.bankNumbers).update(`${bankAccountId} ${number}`).digest('hex')

async function readKnown(db: Database | Tx, circleId: string, bankAccountId: string): Promise<KnownBankAccount> {
  const hashes = await db.selectFrom('bank_account_numbers').select('number_hash').where('bank_account_id', '=', bankAccountId).execute()
  const runs = await sql<{ from: string | null; to: string | null }>`
    select min(from_day) as from, max(to_day) as to from bank_imports where bank_account_id = ${bankAccountId}`.execute(db)
  const balances = await sql<BankBalance>`
    select day, amount_cents as "amountCents" from bank_balances where bank_account_id = ${bankAccountId} order by day`.execute(db)
  const { rows: lines } = await sql<KnownBankLine>`
    select id, day, amount_cents as "amountCents", ordinal, coalesce(text, '') as text from bank_lines
    left join bank_line_texts on line_id = id where bank_account_id = ${bankAccountId} order by day, id`.execute(db)
  const { from = null, to = null } = runs.rows[0] ?? {}
  return {
    numberHashes: hashes.map(({ number_hash }) => number_hash),
    currency,
    run: from !== null && to !== null ? { from, to } : null,
    lines,
    balances: balances.rows,
    closedTo: await readClosedTo(db, circleId),
  }
}

/** The name of another account of the circle whose files had this number. */
async function readOtherAccount(db: Database | Tx, keys: Keys, circleId: string, bankAccountId: string, number: string | null) {
  if (number === null) return null
  const others = await db
    .selectFrom('bank_accounts')
    .innerJoin('bank_account_numbers', 'bank_account_id', 'id')
    .select(['id', 'name', 'number_hash'])
    .where('circle_id', '=', circleId)
    .where('id', '<>', bankAccountId)
    .execute()
  return others.find(({ id, number_hash }) => number_hash === hashOfNumber(keys, id, number))?.name ?? null
}

/** What the last import of this account chose, and what is chosen now. */
async function readChoices(db: Database | Tx, { bankAccountId, choices }: BankFileBody): Promise<BankFileChoices> {
  const last = await db
    .selectFrom('bank_imports')
    .select('choices')
    .where('bank_account_id', '=', bankAccountId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const kept = (last?.choices ?? {}) as BankFileChoices
  const given = Object.fromEntries(Object.entries(choices ?? {}).filter(([, value]) => value !== undefined)) as BankFileChoices
  return { ...kept, ...given }
}

type Decided = {
  readonly file: BankFile
  readonly index: number
  readonly account: BankFileAccount
  readonly numberHash: string | null
  readonly decision: ReturnType<typeof decideImport>
  readonly openingCents: Cents
}
type Looked = { readonly choices: BankFileChoices } & (
  | { readonly problem: BankFileProblem }
  | { readonly problem: 'choose_account'; readonly file: BankFile }
  | ({ readonly problem: null } & Decided)
)

/** What of the bank's first balance is not in the book yet: earlier files may have brought lines from before the first. */
async function openingToBook(db: Database | Tx, bankAccountId: string, openingCents: Cents | null): Promise<Cents> {
  if (openingCents === null) return 0
  const { rows } = await sql<{ booked: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as booked from book_lines join book_entries on book_entries.id = entry_id
    where bank_account_id = ${bankAccountId} and kind = 'opening'`.execute(db)
  return openingCents - (rows[0]?.booked ?? 0)
}

/** Reads a file and decides what it adds. Reads only; the caller has locked the circle or takes what it sees. */
async function lookAt(db: Database | Tx, circleId: string, body: BankFileBody, keys: Keys): Promise<Looked> {
  const choices = await readChoices(db, body)
  const bytes = Buffer.from(body.content, 'base64')
  if (bytes.length > bankFileLimits.bytes) throw new Refusal('file_too_large')
  const reading = readBankFile(bytes, choices)
  if (!reading.ok) return { choices, problem: reading }
  const file = reading.value
  const known = await readKnown(db, circleId, body.bankAccountId)
  const hashes = file.accounts.map(({ number }) => (number === null ? null : hashOfNumber(keys, body.bankAccountId, number)))
  // Of several accounts the one that is known by its number, or the one that was chosen.
  const byNumber = hashes.findIndex((hash) => hash !== null && known.numberHashes.includes(hash))
  const index = body.account ?? (file.accounts.length === 1 ? 0 : byNumber)
  const account = file.accounts[index]
  if (!account) return { choices, problem: 'choose_account', file }
  const numberHash = hashes[index] ?? null
  const otherAccount = await readOtherAccount(db, keys, circleId, body.bankAccountId, account.number)
  const decision = decideImport(known, { ...account, numberHash, otherAccount }, await todayIn(db, circleId))
  const openingCents = decision.ok ? await openingToBook(db, body.bankAccountId, decision.value.openingCents) : 0
  return { choices, problem: null, file, index, account, numberHash, decision, openingCents }
}

type Lines = BankFilePreview['addedLines']
const shown = (
  lines: readonly { readonly day: string; readonly amountCents: Cents; readonly text: string; readonly payee?: string | null }[],
): Lines => lines.slice(0, 100).map(({ day, amountCents, text, payee = null }) => ({ day, amountCents, text, payee }))

const accountsOf = (file: BankFile): BankFilePreview['accounts'] =>
  file.accounts.map(({ number, from, to, lines }) => ({ numberEnd: number?.slice(-4) ?? null, from, to, lines: lines.length }))

const nothing: BankFilePreview = {
  problem: null,
  format: null,
  findings: null,
  accounts: [],
  account: null,
  from: null,
  to: null,
  daysAre: null,
  sample: [],
  lines: 0,
  added: 0,
  known: 0,
  leftOut: { today: 0, pending: 0, zero: 0 },
  addedLines: [],
  before: null,
  closing: null,
  openingCents: 0,
}

const fileProblem = (problem: BankFileProblem): BankFilePreview['problem'] => ({
  reason: problem.reason,
  words: bankFileProblemWords(problem),
  lines: [],
  ambiguousDay:
    problem.reason === 'bank_date_order_unclear'
      ? { text: problem.text, monthFirst: problem.monthFirst, dayFirst: problem.dayFirst }
      : null,
  rows: problem.reason === 'bank_columns_unclear' ? problem.rows.map((row) => [...row]) : [],
})
const importProblem = (problem: BankImportProblem): BankFilePreview['problem'] => ({
  reason: problem.reason,
  words: bankImportProblemWords(problem),
  lines: 'lines' in problem ? shown(problem.lines) : [],
  ambiguousDay: null,
  rows: [],
})

const chooseAccount: BankFilePreview['problem'] = {
  reason: 'bank_choose_account',
  words: 'This file has several accounts. Please choose which of them this is.',
  lines: [],
  ambiguousDay: null,
  rows: [],
}

const findingsOf = ({ findings }: BankFile): BankFilePreview['findings'] => ({
  ...findings,
  columns: findings.columns && { ...findings.columns, text: [...findings.columns.text] },
  header: [...findings.header],
})

const addedOf = ({ added, known, leftOut, before, closing }: BankImport) => ({
  added: added.length,
  known,
  leftOut,
  addedLines: shown(added),
  before,
  closing,
})

/** What a file is and what it would add, before anything is stored. */
export async function previewBankFile(
  tx: Tx,
  actor: Actor,
  circleId: string,
  body: BankFileBody,
  keys: Keys,
  booking: Booking,
): Promise<BankFilePreview> {
  await lockAsTreasurer(tx, circleId, actor, booking)
  await requireBankAccount(tx, circleId, body.bankAccountId)
  const looked = await lookAt(tx, circleId, body, keys)
  if (looked.problem === 'choose_account')
    return {
      ...nothing,
      problem: chooseAccount,
      format: looked.file.format,
      findings: findingsOf(looked.file),
      accounts: accountsOf(looked.file),
    }
  if (looked.problem) return { ...nothing, problem: fileProblem(looked.problem) }
  const { file, index, account, decision, openingCents } = looked
  return {
    ...nothing,
    problem: decision.ok ? null : importProblem(decision),
    format: file.format,
    findings: findingsOf(file),
    accounts: accountsOf(file),
    account: index,
    from: account.from,
    to: account.to,
    daysAre: account.daysAre,
    sample: account.lines
      .slice(0, 5)
      .map((line) => ({ ...shown([line])[0], writtenDay: line.writtenDay }) as BankFilePreview['sample'][number]),
    lines: account.lines.length,
    ...(decision.ok ? addedOf(decision.value) : {}),
    openingCents,
  }
}

const refusedWords = (looked: Looked): string | null => {
  if (looked.problem === 'choose_account') return chooseAccount?.words ?? ''
  if (looked.problem) return bankFileProblemWords(looked.problem)
  return looked.decision.ok ? null : bankImportProblemWords(looked.decision)
}

/** What is kept for the next file: the days are of this one only. */
const choicesToKeep = ({ from: _from, to: _to, ...rest }: BankFileChoices, file: BankFile): BankFileChoices => ({
  ...rest,
  ...(file.format === 'csv' && { dateOrder: file.findings.dateOrder }),
})

async function insertLines(tx: Tx, circleId: string, bankAccountId: string, importId: string, added: BankImport['added']): Promise<void> {
  const rows = added.map((line) => ({ id: newId(), line }))
  for (let start = 0; start < rows.length; start += 1_000) {
    const part = rows.slice(start, start + 1_000)
    await tx
      .insertInto('bank_lines')
      .values(
        part.map(({ id, line }) => ({
          id,
          circle_id: circleId,
          bank_account_id: bankAccountId,
          import_id: importId,
          day: line.day,
          amount_cents: line.amountCents,
          ordinal: line.ordinal,
        })),
      )
      .execute()
    await tx
      .insertInto('bank_line_texts')
      .values(
        part.map(({ id, line }) => ({
          line_id: id,
          payee: line.payee,
          text: line.text,
          bank_id: line.bankId,
          check_number: line.checkNumber,
        })),
      )
      .execute()
  }
}

/** What the bank had before its first known day waits in suspense until someone finds out what it was. */
async function bookOpening(tx: Tx, actor: Actor, circleId: string, bankAccount: string, day: string, amountCents: Cents): Promise<void> {
  if (amountCents === 0) return
  const closedTo = await readClosedTo(tx, circleId)
  await writeEntry(tx, {
    circleId,
    kind: 'opening',
    day: closedTo !== null && day <= closedTo ? addDays(closedTo, 1) : day,
    lines: [
      { account: 'cash', bankAccount, amountCents },
      { account: 'suspense', amountCents: -amountCents },
    ],
    bookedBy: actor.id,
    words: 'What the bank had before the first day that its files show',
  })
}

export type Imported = {
  readonly added: number
  readonly known: number
  readonly leftOut: BankImport['leftOut']
  readonly openingCents: Cents
  readonly shownFrom: string
  readonly shownTo: string
  readonly unmatched: number
}

/** Stores what a file adds, all of it or nothing. It books nothing but a first opening balance. */
export async function importBankFile(
  tx: Tx,
  actor: Actor,
  circleId: string,
  body: BankFileBody,
  keys: Keys,
  booking: Booking,
): Promise<Imported> {
  await lockAsTreasurer(tx, circleId, actor, booking)
  const bankAccountId = await requireBankAccount(tx, circleId, body.bankAccountId)
  const looked = await lookAt(tx, circleId, body, keys)
  if (looked.problem !== null || !looked.decision.ok) throw new Refusal('bank_file_refused', { error: refusedWords(looked) ?? '' })
  const { file, account, numberHash, openingCents } = looked
  const { added, known, leftOut, run, balances } = looked.decision.value
  const importId = newId()
  const from = account.from
  // The last day is left out while it is not over.
  const to = [account.to, run.to].sort()[0] ?? run.to
  await tx
    .insertInto('bank_imports')
    .values({
      id: importId,
      circle_id: circleId,
      bank_account_id: bankAccountId,
      imported_by: actor.id,
      format: file.format,
      from_day: from,
      to_day: to,
      choices: JSON.stringify(choicesToKeep(looked.choices, file)),
      added: added.length,
      known,
    })
    .execute()
  if (numberHash)
    await tx
      .insertInto('bank_account_numbers')
      .values({ bank_account_id: bankAccountId, number_hash: numberHash })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await insertLines(tx, circleId, bankAccountId, importId, added)
  if (balances.length > 0)
    await tx
      .insertInto('bank_balances')
      .values(
        balances.map(({ day, amountCents }) => ({ bank_account_id: bankAccountId, day, amount_cents: amountCents, import_id: importId })),
      )
      .execute()
  await bookOpening(tx, actor, circleId, bankAccountId, addDays(run.from, -1), openingCents)
  const facts = { circle: circleId, added: added.length, known }
  await writeAudit(tx, { act: 'bank_file.imported', by: actor, subject: ['bank_account', bankAccountId], facts })
  await offerMonth(tx, circleId, booking)
  await publishCircleChange(tx, circleId, 'money')
  const after = (await readBankFacts(tx, circleId)).accounts.find(({ id }) => id === bankAccountId)
  return {
    added: added.length,
    known,
    leftOut,
    openingCents,
    shownFrom: run.from,
    shownTo: run.to,
    unmatched: after ? unmatchedOf(after).length : 0,
  }
}
