import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { namesForExport } from '#domain/book-export.ts'
import type { Cents } from '#domain/money.ts'
import { monthOf } from '#domain/month-close.ts'
import { saleKinds } from '#domain/sale.ts'
import { purchaseKinds } from '#domain/settlement.ts'
import { concerns } from '#domain/statement-figures.ts'
import type { PackedMonth, PackedPart, PackedSettlement, YearPack } from '#domain/year-pack.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { nobody } from '#server/shared/book/arc-holders.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { readExportedEntries, readExportNames } from '#server/shared/book/export-book.ts'
import { readCircleZone } from '#server/shared/circles/circle-zone.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { findIssuedStatement, reckonFigures } from './read-statement.ts'
import { type CircleYears, endOfYear, readYearFacts, yearsOf } from './read-year-facts.ts'

async function readMonths(
  db: Database | Tx,
  circleId: string,
  year: number,
  bankAccounts: ReadonlyMap<string, string>,
): Promise<PackedMonth[]> {
  const rows = await db
    .selectFrom('month_balances')
    .innerJoin('closed_months', (join) =>
      join
        .onRef('closed_months.circle_id', '=', 'month_balances.circle_id')
        .onRef('closed_months.month', '=', 'month_balances.month')
        .onRef('closed_months.ordinal', '=', 'month_balances.ordinal'),
    )
    .select(['month_balances.month', 'bank_account_id', 'typed_cents', 'book_cents', 'outstanding_cents', 'closed_at', 'closed_by'])
    .where('month_balances.circle_id', '=', circleId)
    .where('month_balances.month', '>=', `${year}-01-01`)
    .where('month_balances.month', '<=', `${year}-12-31`)
    .orderBy('month_balances.month')
    .orderBy('bank_account_id')
    .$narrowType<{ closed_at: Date; closed_by: string }>()
    .execute()
  const names = await readNames(
    db as Database,
    rows.map(({ closed_by }) => closed_by),
  )
  return rows.map((row) => ({
    month: monthOf(row.month),
    bankAccount: bankAccounts.get(row.bank_account_id) ?? '',
    bookCents: row.book_cents,
    outstandingCents: row.outstanding_cents,
    bankCents: row.typed_cents,
    closedAt: row.closed_at.toISOString(),
    closedBy: names.get(row.closed_by) ?? '',
  }))
}

type SettlementRow = {
  readonly kind: 'purchase' | 'sale'
  readonly day: string
  readonly lines: readonly { readonly kind: string; readonly amountCents: Cents }[]
  readonly number: number
  readonly sha256: string
}

/** The lines of every settlement statement that was booked up to a day. */
async function readSettlements(db: Database | Tx, circleId: string, until: string): Promise<PackedSettlement[]> {
  const { rows } = await sql<SettlementRow>`
    select settlements.kind, book_entries.day, settlements.lines, book_entries.number, document_versions.sha256 from settlements
    join book_entries on book_entries.id = settlements.entry_id
    join document_versions on document_versions.id = settlements.document_version_id
    where settlements.circle_id = ${circleId} and book_entries.day <= ${until}::date order by book_entries.number`.execute(db)
  const labels: Readonly<Record<string, { readonly label: string }>> = { ...purchaseKinds, ...saleKinds }
  return rows.flatMap(({ kind, day, lines, number, sha256 }) =>
    lines.map((line) => ({
      kind,
      day,
      line: labels[line.kind]?.label ?? line.kind,
      amountCents: line.amountCents,
      entry: number,
      documentSha256: sha256,
    })),
  )
}

/** The parts of every distribution that was posted up to a day, and what became of them up to then. */
async function readPackedParts(db: Database | Tx, circleId: string, until: string): Promise<PackedPart[]> {
  const zone = await readCircleZone(db, circleId)
  const { rows } = await sql<PackedPart>`
    with postings as (
      select p.distribution_id, p.at, r.at as reversed_at, rank() over (order by p.at, p.distribution_id) as number,
        coalesce((select min(day) from distribution_payouts o join book_entries e on e.id = o.entry_id
          where o.distribution_id = p.distribution_id), p.day) as day,
        coalesce((select min(e.day) from book_entries e where e.motion_id = r.motion_id and e.kind = 'reversal'),
          (r.at at time zone ${zone})::date) as reversed_on
      from distribution_postings p left join distribution_reversals r using (distribution_id) where p.circle_id = ${circleId})
    select postings.number as distribution, postings.day, parts.arc, parts.amount_cents as "partCents",
      (select coalesce(sum(b.amount_cents), 0)::bigint from distribution_parts b join postings earlier using (distribution_id)
        where b.arc = parts.arc and earlier.number < postings.number
          and (earlier.reversed_at is null or earlier.reversed_at > postings.at)) as "beforeCents",
      case when known.day > ${until}::date then null else o.receiver end as receiver,
      case when known.day <= ${until}::date then o.set_off_cents else 0 end as "setOffCents",
      case when known.day <= ${until}::date then o.owed_cents else 0 end as "owedCents",
      case when known.day <= ${until}::date then known.number end as entry,
      case when reversed_on <= ${until}::date then reversed_on end as "reversedOn"
    from postings join distribution_parts parts using (distribution_id)
    left join distribution_payouts o on o.distribution_id = parts.distribution_id and o.arc = parts.arc
    left join book_entries known on known.id = o.entry_id
    where postings.day <= ${until}::date order by postings.number, parts.arc`.execute(db)
  return rows
}

/** The statements that the reader may see, and the circle's: the treasurer sees what each member has, others themselves. */
async function readPackedStatements(
  db: Database | Tx,
  circleId: string,
  circle: CircleYears,
  { year, reader }: { readonly year: number; readonly reader: string },
): Promise<YearPack['statements']> {
  const isTreasurer = (await readBookkeeper(db, circleId)) === reader
  const everyone = [...new Set(circle.facts.holders.map(({ holder }) => holder))].filter((holder) => holder !== nobody).sort()
  const statements: { person: string | null; figures: YearPack['statements'][number]['figures'] }[] = []
  for (const person of isTreasurer ? everyone : [reader]) {
    const issued = await findIssuedStatement(db, circleId, year, person)
    const figures = issued?.figures ?? (await reckonFigures(db, circleId, circle, { year, person }))
    if (person === reader || concerns(figures, circle.facts, person)) statements.push({ person, figures })
  }
  const [any] = statements
  return any ? [...statements, { person: null, figures: any.figures }] : []
}

/** What the year pack of a circle is made of. */
export async function readYearPack(
  db: Database | Tx,
  circleId: string,
  year: number,
  actor: Actor,
): Promise<YearPack & { title: string; to: string }> {
  const circle = await readYearFacts(db, circleId)
  if (!yearsOf(circle).includes(year)) throw new Refusal('statement_not_found')
  const to = endOfYear(year, circle.today)
  const entries = await readExportedEntries(db, circleId, to)
  const holders = circle.facts.holders.filter(({ from }) => from <= to)
  const known = await readExportNames(db, circleId, entries)
  const distributions = await readPackedParts(db, circleId, to)
  const named = [...holders.map(({ holder }) => holder), ...distributions.flatMap(({ receiver }) => receiver ?? [])]
  const people = await readNames(db as Database, [...known.people.keys(), ...named].sort())
  const names = namesForExport({ ...known, people: new Map([...people].sort(([one], [other]) => (one < other ? -1 : 1))) })
  return {
    title: circle.title,
    to,
    year,
    prices: circle.facts.prices,
    entries,
    names,
    holders,
    statements: await readPackedStatements(db, circleId, circle, { year, reader: actor.id }),
    months: await readMonths(db, circleId, year, names.bankAccounts),
    settlements: await readSettlements(db, circleId, to),
    distributions,
  }
}
