import { sql } from 'kysely'
import { type BookLine, totalOf } from '#domain/book-accounts.ts'
import { calendarDayOf } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import type { StatementEntry, YearFacts } from '#domain/statement-figures.ts'
import { type StatementState, statementState } from '#domain/statement-figures.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readArcHolders } from '#server/shared/book/arc-holders.ts'
import { readBalances, toBookLine } from '#server/shared/book/balances.ts'
import { readClosedTo } from '#server/shared/book/closed-months.ts'
import { readCircleZone, todayIn } from '#server/shared/circles/circle-zone.ts'

type EntryRow = {
  readonly number: number
  readonly day: string
  readonly reverses_day: string | null
  readonly belongs_to: string | null
  readonly lines: readonly (Parameters<typeof toBookLine>[0] & { readonly cents: Cents })[]
}

/** Every entry of the circle's book by day, as the rules of statements take them. */
async function readEntries(db: Database | Tx, circleId: string): Promise<StatementEntry[]> {
  const { rows } = await sql<EntryRow>`
    select entry.number, entry.day, reversed.day as reverses_day, to_char(entry.belongs_to, 'YYYY-MM') as belongs_to,
      (select json_agg(json_build_object('account', account, 'bank_account_id', bank_account_id, 'holder', holder, 'arc', arc,
          'user_id', user_id, 'cents', amount_cents) order by position) from book_lines where entry_id = entry.id) as lines
    from book_entries as entry left join book_entries as reversed on reversed.id = entry.reverses
    where entry.circle_id = ${circleId} order by entry.day, entry.number`.execute(db)
  return rows.map(({ number, day, reverses_day, belongs_to, lines }) => ({
    number,
    day,
    belongsTo: belongs_to,
    ...(reverses_day !== null && { reversesDay: reverses_day }),
    lines: lines.map((line): BookLine => toBookLine(line, line.cents)),
  }))
}

type CircleRow = {
  readonly title: string
  readonly ended_at: Date | null
  readonly prices: number[] | null
  readonly address: string | null
}

/** What all statements of a circle follow from, with the circle's name, its property, and its day now. */
export async function readYearFacts(db: Database | Tx, circleId: string) {
  const { rows } = await sql<CircleRow>`
    select title, ended_at, (select json_agg(price order by number) from arcs where arcs.circle_id = circles.id) as prices,
      (select concat_ws(', ', address, city, properties.state || ' ' || zip_code) from acquisitions
        join properties on properties.id = acquisitions.property_id
        where acquisitions.circle_id = circles.id and outcome = 'bought' order by acquisitions.started_at desc limit 1) as address
    from circles where id = ${circleId}`.execute(db)
  const circle = rows[0]
  const zone = await readCircleZone(db, circleId)
  const facts: YearFacts = {
    prices: circle?.prices ?? [],
    entries: await readEntries(db, circleId),
    holders: await readArcHolders(db, circleId),
    endedOn: circle?.ended_at ? calendarDayOf(circle.ended_at, zone) : null,
  }
  return { facts, title: circle?.title ?? '', address: circle?.address ?? '', today: await todayIn(db, circleId), zone }
}
export type CircleYears = Awaited<ReturnType<typeof readYearFacts>>

const yearOf = (day: string): number => Number(day.slice(0, 4))

/** From the first entry to the present year, or to that in which the circle ended. */
export function yearsOf({ facts, today }: Pick<CircleYears, 'facts' | 'today'>): number[] {
  const first = facts.entries[0]?.day
  if (first === undefined) return []
  const last = facts.endedOn !== null && facts.endedOn < today ? facts.endedOn : today
  const [from, to] = [yearOf(first), Math.max(yearOf(last), yearOf(facts.entries.at(-1)?.day ?? first))]
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Up to when the figures of a year go: its last day, or today. */
export const endOfYear = (year: number, today: string): string => (today < `${year}-12-31` ? today : `${year}-12-31`)

export async function readIssued(db: Database | Tx, circleId: string): Promise<Map<number, string>> {
  const rows = await db.selectFrom('statement_years').select(['year', 'issued_at']).where('circle_id', '=', circleId).execute()
  return new Map(rows.map(({ year, issued_at }) => [year, issued_at.toISOString()]))
}

/** How far each year is: its state, and when its statements were issued. */
export async function readStates(
  db: Database | Tx,
  circleId: string,
  { facts, today }: Pick<CircleYears, 'facts' | 'today'>,
): Promise<Map<number, { readonly state: StatementState; readonly issuedAt: string | null; readonly suspenseCents: Cents | null }>> {
  const issued = await readIssued(db, circleId)
  const closedTo = await readClosedTo(db, circleId)
  const nowCents = totalOf(await readBalances(db, circleId), 'suspense')
  const suspenseAt = (day: string): Cents =>
    facts.entries
      .filter((entry) => entry.day <= day)
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => (line.account === 'suspense' ? sum + line.amountCents : sum), 0)
  return new Map(
    yearsOf({ facts, today }).map((year) => {
      const suspense = { atEndCents: suspenseAt(`${year}-12-31`), nowCents }
      const state = statementState({ year, today, endedOn: facts.endedOn, closedTo, isIssued: issued.has(year), suspense })
      return [year, { state, issuedAt: issued.get(year) ?? null, suspenseCents: state === 'suspense' ? nowCents : null }]
    }),
  )
}
