import { type ArcHolder, sharedAccounts } from './arc-capital.ts'
import { type BookAccount, costAccounts } from './book-accounts.ts'
import {
  accountName,
  bookCsv,
  bookJournal,
  bookRules,
  decimal,
  type ExportedEntry,
  type ExportedLine,
  type ExportNames,
} from './book-export.ts'
import { shareOfTotal, sumCents } from './cents.ts'
import { csvText } from './csv.ts'
import type { Cents, Dollars } from './money.ts'
import type { StatementFigures } from './statement-figures.ts'

/** The balance of a bank account at the end of a closed month. */
export type PackedMonth = {
  readonly month: string
  readonly bankAccount: string
  readonly bookCents: Cents
  readonly outstandingCents: Cents
  readonly bankCents: Cents
  readonly closedAt: string
  readonly closedBy: string
}

/** A line of a settlement statement. */
export type PackedSettlement = {
  readonly kind: string
  readonly day: string
  readonly line: string
  readonly amountCents: Cents
  readonly entry: number
  readonly documentSha256: string
}

/** The part of an arc in a distribution that was posted. */
export type PackedPart = {
  /** Distributions of a circle count up as they were posted. */
  readonly distribution: number
  readonly day: string
  readonly arc: number
  readonly partCents: Cents
  /** What stood declared on the arc when it was posted: the odd cents go to the arcs with least. */
  readonly beforeCents: Cents
  /** Null while the part waits for the end of a transfer; it is not booked until then. */
  readonly receiver: string | null
  readonly setOffCents: Cents
  readonly owedCents: Cents
  readonly entry: number | null
  readonly reversedOn: string | null
}

export type YearPack = {
  readonly year: number
  readonly prices: readonly Dollars[]
  /** Since the beginning, up to the end of the year, by day. */
  readonly entries: readonly ExportedEntry[]
  /** As they stand in names of accounts, so that no two are the same. */
  readonly names: ExportNames
  readonly holders: readonly ArcHolder[]
  /** The figures of those whom the reader may see; null stands for the whole circle. */
  readonly statements: readonly { readonly person: string | null; readonly figures: StatementFigures }[]
  readonly months: readonly PackedMonth[]
  readonly settlements: readonly PackedSettlement[]
  readonly distributions: readonly PackedPart[]
}

type Row = readonly (string | number)[]
type DatedLine = { readonly entry: ExportedEntry; readonly line: ExportedLine }

const linesOf = (entries: readonly ExportedEntry[]): DatedLine[] => entries.flatMap((entry) => entry.lines.map((line) => ({ entry, line })))

const sumOf = (lines: readonly DatedLine[]): Cents => sumCents(lines.map(({ line }) => line.amountCents))

/** Groups in the order of their names. */
function grouped(lines: readonly DatedLine[], nameOf: (line: DatedLine) => string): (readonly [name: string, lines: DatedLine[]])[] {
  const groups = new Map<string, DatedLine[]>()
  for (const line of lines) groups.set(nameOf(line), [...(groups.get(nameOf(line)) ?? []), line])
  return [...groups].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
}

const isOf =
  (...accounts: readonly BookAccount[]) =>
  ({ line }: DatedLine): boolean =>
    accounts.includes(line.account)

function trialBalance({ year, entries, names }: YearPack): Row[] {
  return grouped(linesOf(entries), ({ line }) => accountName(line, names)).map(([name, lines]) => {
    const own = lines.filter(({ entry }) => entry.day >= `${year}-01-01`)
    const start = sumOf(lines) - sumOf(own)
    const [debit, credit] = [own.filter(({ line }) => line.amountCents > 0), own.filter(({ line }) => line.amountCents < 0)]
    return [name, decimal(start), decimal(sumOf(debit)), decimal(0 - sumOf(credit)), decimal(sumOf(lines))]
  })
}

function sharesByArc({ year, entries, names, prices }: YearPack): Row[] {
  const shared = linesOf(entries).filter(isOf(...sharedAccounts))
  return grouped(shared, ({ line }) => accountName(line, names)).flatMap(([name, lines]) => {
    const [start, end] = [sumOf(lines.filter(({ entry }) => entry.day < `${year}-01-01`)), sumOf(lines)]
    return prices.map((_, index) => {
      const [before, after] = [start, end].map((total) => shareOfTotal(total, prices.length, index + 1)) as [Cents, Cents]
      return [name, index + 1, decimal(before), decimal(after), decimal(after - before)]
    })
  })
}

/** Every line on some accounts with the balance after it, for each name. */
function running(lines: readonly DatedLine[], nameOf: (line: DatedLine) => string): Row[] {
  return grouped(lines, nameOf).flatMap(([name, own]) => {
    let balance = 0
    return own.map(({ entry, line }) => {
      balance = sumCents([balance, line.amountCents])
      return [name, entry.number, entry.day, entry.payee, entry.words, decimal(line.amountCents), decimal(balance)]
    })
  })
}

const heldBy = ({ line }: DatedLine): boolean => line.account === 'held' && line.heldBy === 'lender'
const whoOf = ({ line }: DatedLine): string => ('who' in line ? (line.who ?? '') : '')

/** Stands in no text. */
const divider = '\0'

function totalsPerPayee({ year, entries, names }: YearPack): Row[] {
  const paid = linesOf(entries).filter((each) => each.entry.day >= `${year}-01-01` && isOf(...costAccounts, 'sale')(each))
  return grouped(paid, ({ entry, line }) => `${entry.payee}${divider}${accountName(line, names)}`).map(([name, lines]) => {
    const [payee = '', account = ''] = name.split(divider)
    return [payee, account, lines.length, decimal(sumOf(lines))]
  })
}

const capitalHeader = [
  'Member',
  'Arcs at the end',
  'Commitment',
  'Capital at the start',
  'Correction',
  'Put in',
  'Income less costs',
  'Paid out',
  'Handed on',
  'Taken over',
  'Odd cents',
  'Capital at the end',
]

function capitalByMember({ statements, names, prices }: YearPack): Row[] {
  return statements.map(({ person, figures }) => {
    const of = person === null ? 'circleCents' : 'ownCents'
    const { commitment, capitalAtStart, corrected, putIn, incomeLessCosts, paidOut, oddCents, capitalAtEnd } = figures
    const name = person === null ? 'Circle' : (names.people.get(person) ?? '')
    const arcs = person === null ? prices.map((_, index) => index + 1) : figures.arcs
    const [before, after] = [
      [commitment, capitalAtStart, corrected, putIn, incomeLessCosts],
      [oddCents, capitalAtEnd],
    ].map((list) => (list ?? []).map((figure) => decimal(figure[of] ?? 0))) as [string[], string[]]
    const moved = person === null ? [0, 0] : [figures.handedOnCents, figures.takenOverCents]
    return [name, arcs.join(' '), ...before, decimal(0 - (paidOut[of] ?? 0)), ...moved.map(decimal), ...after]
  })
}

const lineHeader = ['Number', 'Day', 'Payee', 'Words', 'Amount (USD)', 'Balance (USD)']

/** Every file of a year pack by name, in their order. Cells that look like formulas are inert, as in every CSV file of ours. */
export function yearPackFiles(pack: YearPack): ReadonlyMap<string, string> {
  const { entries, names, holders, months, settlements, distributions, prices } = pack
  const lines = linesOf(entries)
  const table = (header: Row, rows: readonly Row[]): string => csvText([header, ...rows])
  return new Map([
    ['year.csv', table(['Year', 'Arcs'], [[pack.year, prices.length]])],
    ['book.csv', bookCsv(entries, names)],
    ['book.csv.rules', bookRules],
    ['book.journal', bookJournal(entries, names)],
    ['trial-balance.csv', table(['Account', 'At the start', 'Debit', 'Credit', 'At the end'], trialBalance(pack))],
    ['shares-by-arc.csv', table(['Account', 'Arc', 'At the start', 'At the end', 'Year'], sharesByArc(pack))],
    ['capital-by-member.csv', table(capitalHeader, capitalByMember(pack))],
    [
      'holders.csv',
      table(
        ['Arc', 'From', 'Holder', 'Price (USD)'],
        holders.map(({ arc, from, holder }) => [arc, from, names.people.get(holder) ?? '', prices[arc - 1] ?? '']),
      ),
    ],
    [
      'distributions.csv',
      table(
        ['Distribution', 'Day', 'Arc', 'Part', 'Declared before', 'Receiver', 'Set off', 'Owed', 'Number', 'Reversed on'],
        distributions.map((each) => [
          each.distribution,
          each.day,
          each.arc,
          decimal(each.partCents),
          decimal(each.beforeCents),
          each.receiver === null ? '' : (names.people.get(each.receiver) ?? ''),
          decimal(each.setOffCents),
          decimal(each.owedCents),
          each.entry ?? '',
          each.reversedOn ?? '',
        ]),
      ),
    ],
    [
      'reconciliation.csv',
      table(
        ['Month', 'Bank account', 'Book', 'Outstanding', 'Bank', 'Closed', 'Closed by'],
        months.map((month) => [
          month.month,
          month.bankAccount,
          decimal(month.bookCents),
          decimal(month.outstandingCents),
          decimal(month.bankCents),
          month.closedAt,
          month.closedBy,
        ]),
      ),
    ],
    [
      'property.csv',
      table(
        ['Account', ...lineHeader],
        running(lines.filter(isOf('property')), ({ line }) => accountName(line, names)),
      ),
    ],
    [
      'loan.csv',
      table(
        ['Account', ...lineHeader],
        running(
          lines.filter((each) => isOf('loan', 'interest', 'loan_costs')(each) || heldBy(each)),
          ({ line }) => accountName(line, names),
        ),
      ),
    ],
    ['deposits.csv', table(['Tenant', ...lineHeader], running(lines.filter(isOf('deposits_held')), whoOf))],
    ['payees.csv', table(['Payee', 'Account', 'Lines', 'Total (USD)'], totalsPerPayee(pack))],
    [
      'settlements.csv',
      table(
        ['Settlement', 'Day', 'Line', 'Amount (USD)', 'Number', 'Document SHA-256'],
        settlements.map((each) => [each.kind, each.day, each.line, decimal(each.amountCents), each.entry, each.documentSha256]),
      ),
    ],
  ])
}
