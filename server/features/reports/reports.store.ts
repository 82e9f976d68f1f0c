import { sql } from 'kysely'
import type { z } from 'zod'
import type { ReportDetail, ReportRow, ReportSnapshot, reportPage, reportQuery } from '#contract/reports.ts'
import { defaultLogPageSize } from '#domain/pages.ts'
import { fullName } from '#domain/person.ts'
import { mainReason, type ReportDecision, type ReportKind, type ReportReason, reportTitle } from '#domain/reports.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { reportColumns } from './report-thing.ts'
import { findReported, type ReportedThing } from './reported-things.ts'

const selectReports = (db: Database) =>
  db
    .selectFrom('reports')
    .leftJoin('users as decider', 'decider.id', 'reports.decided_by')
    .selectAll('reports')
    .select(['decider.first_name', 'decider.last_name'])
    .select(
      sql<ReportReason[]>`(select json_agg(reason order by at) from report_reasons where report_reasons.report_id = reports.id)`.as(
        'reasons',
      ),
    )

type Row = Awaited<ReturnType<ReturnType<typeof selectReports>['executeTakeFirstOrThrow']>>

/** Null if it was erased. */
const snapshotOf = ({ snapshot }: Row): ReportSnapshot | null => ('person' in (snapshot as object) ? (snapshot as ReportSnapshot) : null)

function toRow(row: Row): ReportRow {
  const kind = row.kind as ReportKind
  const snapshot = snapshotOf(row)
  return {
    _id: row.id,
    kind,
    title: reportTitle({ kind, name: snapshot?.person.name ?? null, circleTitle: snapshot?.circle?.name ?? null }),
    reason: mainReason(row.reasons) ?? 'other',
    count: row.reasons.length,
    createdAt: row.created_at.toISOString(),
    decision: row.decision as ReportDecision | null,
    decidedBy: row.decision === null ? null : fullName({ firstName: row.first_name ?? '', lastName: row.last_name ?? '' }),
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}

type Page = z.infer<typeof reportPage>['data']

/** What waits, oldest first, or what was decided, newest first. */
export async function listReports(
  db: Database,
  { state = 'open', kind, page = 1, pageSize = defaultLogPageSize }: z.infer<typeof reportQuery>,
): Promise<Page> {
  const isOpen = state === 'open'
  const counts = await db
    .selectFrom('reports')
    .select([
      sql<number>`count(*) filter (where decision is null)`.as('open'),
      sql<number>`count(*) filter (where decision is not null)`.as('decided'),
      sql<Date | null>`max(decided_at)`.as('last'),
    ])
    .$if(kind !== undefined, (reports) => reports.where('kind', '=', kind ?? ''))
    .executeTakeFirstOrThrow()
  const rows = await selectReports(db)
    .where('reports.decision', isOpen ? 'is' : 'is not', null)
    .$if(kind !== undefined, (reports) => reports.where('reports.kind', '=', kind ?? ''))
    .orderBy(isOpen ? 'reports.created_at' : 'reports.decided_at', isOpen ? 'asc' : 'desc')
    .orderBy('reports.id', isOpen ? 'asc' : 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { open, decided, last } = counts
  const total = isOpen ? open : decided
  return { items: rows.map(toRow), total, page, pageSize, counts: { open, decided }, lastDecidedAt: last?.toISOString() ?? null }
}

const contentOf = ({ text, lines, pictures }: ReportSnapshot): string => JSON.stringify([text, lines, pictures])

/** What stands now in the place of the reported thing. */
function nowOf(thing: ReportedThing | null, snapshot: ReportSnapshot | null): ReportDetail['now'] {
  const isGone = !thing || thing.state === 'deleted'
  if (isGone) return { state: 'deleted', text: '', lines: [], changedAt: null, path: null }
  const isChanged = snapshot !== null && contentOf(snapshot) !== contentOf(thing.snapshot)
  const shown = isChanged ? 'changed' : 'same'
  return {
    state: thing.state === 'hidden' ? 'hidden' : shown,
    text: isChanged ? thing.snapshot.text : '',
    lines: isChanged ? thing.snapshot.lines : [],
    changedAt: isChanged ? (thing.changedAt?.toISOString() ?? null) : null,
    path: thing.path,
  }
}

const readReasons = (db: Database, reportId: string) =>
  db
    .selectFrom('report_reasons')
    .innerJoin('users', 'users.id', 'report_reasons.user_id')
    .select(['users.id', 'users.first_name as firstName', 'users.last_name as lastName'])
    .select(['report_reasons.reason', 'report_reasons.words', 'report_reasons.at'])
    .where('report_id', '=', reportId)
    .orderBy('report_reasons.at')
    .execute()

const findPerson = async (db: Database, snapshot: ReportSnapshot | null): Promise<ReportDetail['person']> => {
  const person = snapshot
    ? await db
        .selectFrom('users')
        .select(['id', 'first_name as firstName', 'last_name as lastName', 'status'])
        .where('id', '=', snapshot.person._id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  return person ? { _id: person.id, name: fullName(person), isSuspended: person.status === 'suspended' } : null
}

export async function readReport(db: Database, id: string): Promise<ReportDetail | null> {
  const row = isId(id) ? await selectReports(db).where('reports.id', '=', id).executeTakeFirst() : undefined
  if (!row) return null
  const kind = row.kind as ReportKind
  const reportedId = row[reportColumns[kind]]
  const snapshot = snapshotOf(row)
  const thing = reportedId === null ? null : await findReported(db, kind, reportedId)
  const reasons = await readReasons(db, id)
  return {
    ...toRow(row),
    snapshot,
    now: nowOf(thing, snapshot),
    reasons: reasons.map((given) => ({
      reporter: { _id: given.id, name: fullName(given) },
      reason: given.reason as ReportReason,
      words: given.words,
      at: given.at.toISOString(),
    })),
    person: await findPerson(db, snapshot),
  }
}
