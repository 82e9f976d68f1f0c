import { type RawBuilder, sql } from 'kysely'
import type { BookMonth } from '#contract/book-months.ts'
import type { Cents } from '#domain/money.ts'
import { confirmMonthRefusalWords, lastDayOf, mayConfirmMonth, monthConfirmers, monthReasonWords } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { readLastClosed } from '#server/shared/book/closed-months.ts'
import { readMonthPeople } from '#server/shared/book/month-people.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { type BankFacts, readBankFacts } from './bank-facts.ts'
import { agrees, isSentBack, type MonthOfAccount, readWordlessSuspense, standingsOf } from './month-standing.ts'
import { readSummaries } from './read-entries.ts'

type Flow = {
  readonly month: string
  readonly inCents: Cents
  readonly outCents: Cents
  /** Of both, what came from members, and went to them. */
  readonly fromMembersCents: Cents
  readonly toMembersCents: Cents
}

/** Money in and out of a circle per month; transfers between own accounts are neither. */
export async function readFlows(db: Database | Tx, circleId: string): Promise<Flow[]> {
  const sum = (where: RawBuilder<unknown>) => sql`coalesce(abs(sum(cash) filter (where ${where})), 0)::bigint`
  const { rows } = await sql<Flow>`
    select month, ${sum(sql`cash > 0`)} as "inCents", ${sum(sql`cash < 0`)} as "outCents",
      ${sum(sql`cash > 0 and is_members`)} as "fromMembersCents", ${sum(sql`cash < 0 and is_members`)} as "toMembersCents"
    from (select to_char(day, 'YYYY-MM') as month, sum(amount_cents) filter (where account = 'cash') as cash,
        bool_or(account in ('capital', 'owed')) as is_members
      from book_lines join book_entries on book_entries.id = entry_id
      where book_lines.circle_id = ${circleId} group by entry_id, day) as entries
    where cash is not null group by month order by month`.execute(db)
  return rows
}

type Closing = {
  readonly ordinal: number
  readonly by: string
  readonly at: Date
  readonly reopenedAt: Date | null
  /** The motion that opened the month again. */
  readonly motionId: string | null
}

/** The closing that stands, and those after which the month was opened again, oldest first. */
async function readClosings(db: Database | Tx, circleId: string, month: string) {
  const { rows } = await sql<Closing>`
    select ordinal, closed_by as by, closed_at as at, month_reopenings.at as "reopenedAt", motion_id as "motionId" from month_closings
    left join month_reopenings using (circle_id, month, ordinal) left join motion_effects using (record_id)
    where circle_id = ${circleId} and month = ${`${month}-01`} order by ordinal`.execute(db)
  const closing = rows.find(({ reopenedAt }) => reopenedAt === null) ?? null
  const typed = closing
    ? await db
        .selectFrom('month_balances')
        .select(['bank_account_id', 'typed_cents', 'book_cents', 'outstanding_cents'])
        .where('circle_id', '=', circleId)
        .where('month', '=', `${month}-01`)
        .where('ordinal', '=', closing.ordinal)
        .execute()
    : []
  return { closing, typed, reopened: rows.flatMap(({ reopenedAt, ...row }) => (reopenedAt ? [{ ...row, reopenedAt }] : [])) }
}

/** Months that were closed and are open again, until they are closed anew. */
export async function readReopenedMonths(db: Database | Tx, circleId: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(month, 'YYYY-MM') as month from month_reopenings where circle_id = ${circleId}
      and not exists (select from closed_months where closed_months.circle_id = month_reopenings.circle_id
        and closed_months.month = month_reopenings.month)`.execute(db)
  return rows.map(({ month }) => month)
}

async function readSentBack(db: Database | Tx, circleId: string, month: string) {
  const { rows } = await sql<{ by: string; words: string; at: Date }>`
    select sent_back_by as by, coalesce(words, '') as words, ended_at as at from month_offers
    left join month_offer_texts on offer_id = id
    where circle_id = ${circleId} and month = ${`${month}-01`} and sent_back_by is not null order by ended_at desc limit 20`.execute(db)
  return rows
}

type BankLineRow = {
  readonly id: string
  readonly bank_account_id: string
  readonly day: string
  readonly cents: Cents
  readonly text: string | null
  readonly payee: string | null
  readonly check_number: string | null
  readonly match_id: string | null
}

/** Lines of the bank of a month with their texts. */
const readMonthLines = async (db: Database | Tx, circleId: string, month: string): Promise<BookMonth['bankLines']> => {
  const { rows } = await sql<BankLineRow>`
    select bank_lines.id, bank_account_id, day, amount_cents as cents, text, payee, check_number,
      (select match_id from bank_match_lines where line_id = bank_lines.id
        and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_match_lines.match_id)) as match_id
    from bank_lines left join bank_line_texts on line_id = bank_lines.id
    where circle_id = ${circleId} and to_char(day, 'YYYY-MM') = ${month} order by day, bank_lines.id limit 2000`.execute(db)
  return rows.map((row) => ({
    _id: row.id,
    bankAccountId: row.bank_account_id,
    day: row.day,
    amountCents: row.cents,
    text: row.text,
    payee: row.payee,
    checkNumber: row.check_number,
    matchId: row.match_id,
  }))
}

type EntryOfLine = ReadonlyMap<string, { readonly entryId: string; readonly number: number; readonly payee: string }>

async function readEntriesOf(db: Database | Tx, standings: readonly MonthOfAccount[]): Promise<EntryOfLine> {
  const ids = standings.flatMap(({ standing }) => standing.outstanding.flatMap(({ cashLines }) => cashLines))
  if (ids.length === 0) return new Map()
  const entryIds = ids.map((id) => id.split(':')[0] ?? '')
  const { rows } = await sql<{ id: string; number: number; payee: string }>`
    select id, number, coalesce(nullif(payee, ''), words, '') as payee from book_entries
    left join book_entry_texts on entry_id = id where id = any(${entryIds}::uuid[])`.execute(db)
  const byEntry = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    ids.flatMap((id) => {
      const entry = byEntry.get(id.split(':')[0] ?? '')
      return entry ? [[id, { entryId: entry.id, number: entry.number, payee: entry.payee }] as const] : []
    }),
  )
}

const outstandingOf = ({ standing }: MonthOfAccount, entries: EntryOfLine): BookMonth['accounts'][number]['outstanding'] =>
  standing.outstanding.map(({ cashLines, day, amountCents, days, isOld }) => {
    const entry = entries.get(cashLines[0] ?? '')
    return { entryId: entry?.entryId ?? null, number: entry?.number ?? null, payee: entry?.payee ?? '', day, amountCents, days, isOld }
  })

/** In what state a month is: of a closed one it is not asked again. */
export const stateOf = (facts: BankFacts, month: string, standings: readonly MonthOfAccount[]): BookMonth['state'] =>
  facts.lastClosed !== null && month <= facts.lastClosed ? 'closed' : agrees(standings) ? 'agrees' : 'open'

/**
 * A month as its page shows it. Who may confirm it does not see our figures before they have typed the bank's; the bank's texts are for the
 * treasurer, for them while the month waits for their word, and for who closed it.
 */
export async function readMonth(db: Database | Tx, circleId: string, month: string, reader: string): Promise<BookMonth> {
  const lastClosed = await readLastClosed(db, circleId)
  // What was outstanding at the end of a closed month is found in its own lines.
  const facts = await readBankFacts(db, circleId, lastClosed === null || month > lastClosed)
  const today = await todayIn(db, circleId)
  const standings = standingsOf(facts, month, today, await readWordlessSuspense(db, circleId))
  const state = stateOf(facts, month, standings)
  const people = await readMonthPeople(db, circleId, month)
  const may = mayConfirmMonth(reader, people)
  const isNext = standings.length > 0 && standings.every(({ standing }) => standing.reasons.length === 0)
  const isBack = isNext && (await isSentBack(db, circleId, month))
  const { closing, typed, reopened } = await readClosings(db, circleId, month)
  const isTreasurer = (await readBookkeeper(db, circleId)) === reader
  const isHidden = may.ok && state !== 'closed' && people.holders.length > 1
  const entries = await readEntriesOf(db, standings)
  const sentBack = await readSentBack(db, circleId, month)
  const confirmers = monthConfirmers(people)
  const names = await readNames(db as Database, [
    ...confirmers,
    ...[...sentBack, ...reopened, ...(closing ? [closing] : [])].map(({ by }) => by),
  ])
  const named = (id: string) => ({ _id: id, name: names.get(id) ?? '' })
  const flow = (await readFlows(db, circleId)).find((each) => each.month === month)
  const [lastDay, first] = [lastDayOf(month), `${month}-01`]
  const suspense = await readSummaries(
    db,
    sql`book_entries.circle_id = ${circleId} and day <= ${lastDay} and reverses is null
      and exists (select from book_lines where book_lines.entry_id = book_entries.id and account = 'suspense')`,
    sql`limit 200`,
  )
  const waiting = await sql<{ cents: Cents }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from book_lines join book_entries on book_entries.id = entry_id
    where book_lines.circle_id = ${circleId} and account = 'suspense' and day <= ${lastDay}`.execute(db)
  const suspenseCents = waiting.rows[0]?.cents ?? 0
  const ofMonth = await readSummaries(db, sql`book_entries.circle_id = ${circleId} and day between ${first}::date and ${lastDay}::date`)
  const maySeeTexts = isTreasurer || (may.ok && isNext) || closing?.by === reader
  return {
    month,
    state,
    lastDay,
    accounts: standings.map((each) => {
      const { account, standing } = each
      const stored = typed.find(({ bank_account_id }) => bank_account_id === account.id)
      const reasons = standing.reasons.filter(({ reason }) => state !== 'closed' || reason === 'month_closed')
      return {
        _id: account.id,
        name: account.name,
        bookCents: isHidden ? null : (stored?.book_cents ?? standing.bookCents),
        outstanding: outstandingOf(each, entries),
        outstandingCents: stored?.outstanding_cents ?? standing.outstandingCents,
        expectedCents: isHidden ? null : standing.expectedCents,
        bankCents: isHidden ? null : standing.bankCents,
        reasons: state === 'closed' ? [] : reasons.map((reason) => ({ reason: reason.reason, words: monthReasonWords(reason) })),
        typedCents: stored?.typed_cents ?? null,
      }
    }),
    inCents: flow?.inCents ?? 0,
    outCents: flow?.outCents ?? 0,
    missingReceipts: ofMonth.filter(({ isReceiptMissing }) => isReceiptMissing),
    suspense: { amountCents: suspenseCents, entries: suspenseCents === 0 ? [] : suspense },
    bankLines: maySeeTexts ? await readMonthLines(db, circleId, month) : [],
    confirmers: confirmers.map(named),
    isHidden,
    mayConfirm: may.ok && isNext && !isBack,
    maySendBack: may.ok && isNext && !isBack,
    confirmRefusal: !may.ok
      ? confirmMonthRefusalWords[may.reason]
      : isBack
        ? confirmMonthRefusalWords.month_sent_back
        : isNext || state === 'closed'
          ? null
          : confirmMonthRefusalWords.month_not_ready,
    sentBack: sentBack.map(({ by, words, at }) => ({ by: named(by), words, at: at.toISOString() })),
    closed: closing && { by: named(closing.by), at: closing.at.toISOString() },
    reopened: reopened.map(({ by, at, reopenedAt, motionId }) => ({
      by: named(by),
      at: at.toISOString(),
      reopenedAt: reopenedAt.toISOString(),
      motionId: motionId ?? '',
    })),
  }
}
