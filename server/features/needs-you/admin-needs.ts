import { sql } from 'kysely'
import type { Needs } from '#contract/needs.ts'
import { paths } from '#contract/paths.ts'
import { fullName } from '#domain/person.ts'
import { type ReportKind, reportTitle } from '#domain/reports.ts'
import type { QueueState } from '#domain/verification.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { waitingPeople } from '#server/shared/verification/waiting-people.ts'

type Items = Needs['items']
type Waiting = {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly requested_at: Date | null
  readonly state: QueueState
}

const need = { circle: null, name: null, dueAt: null }

/** Longest wait first. */
async function readWaiting(db: Database, most: number): Promise<Items> {
  const { rows } = await sql<Waiting>`select * from (${waitingPeople}) as waiting order by place limit ${most}`.execute(db)
  return rows.map(({ id, first_name: firstName, last_name: lastName, requested_at, state }) => ({
    ...need,
    kind: 'verification' as const,
    name: fullName({ firstName, lastName }),
    path: paths.adminQueue(id),
    count: 1,
    facts: { since: requested_at?.toISOString() ?? null, state },
  }))
}

type ReportsRow = { readonly count: number; readonly kind: ReportKind; readonly name: string | null; readonly circle: string | null }

/** What people reported, with the oldest of it. */
async function readReports(db: Database): Promise<Items> {
  const { rows } = await sql<ReportsRow>`
    select count(*) over () as count, kind, snapshot->'person'->>'name' as name, snapshot->'circle'->>'name' as circle
    from reports where decision is null order by created_at, id limit 1`.execute(db)
  return rows.map(({ count, kind, name, circle }) => ({
    ...need,
    kind: 'report' as const,
    name: reportTitle({ kind, name, circleTitle: circle }),
    path: paths.adminReports,
    count: Number(count),
  }))
}

/** Mails that could not be sent, and who should have had the newest of them. */
async function readFailedMails(db: Database): Promise<Items> {
  const { rows } = await sql<{ count: number; name: string | null; tries: number }>`
    select count(*) over () as count, coalesce(users.first_name || ' ' || users.last_name, mails.to_address) as name, mails.attempts as tries
    from mails left join users on users.id = mails.user_id where mails.status = 'failed' order by mails.created_at desc limit 1`.execute(db)
  return rows.map(({ count, name, tries }) => ({
    ...need,
    kind: 'failed_mail' as const,
    name,
    path: paths.adminFailedMails,
    count: Number(count),
    facts: { tries },
  }))
}

/** Open crash reports that came after this administrator has last seen them. */
async function readCrashReports(db: Database, { id }: Actor): Promise<Items> {
  const { rows } = await sql<{ count: number; kinds: number; people: number; since: Date | null }>`
    select count(*) as count, count(distinct (error->>'name', error->>'message', message)) as kinds,
      count(distinct user_id) as people, (select at from admin_visits where user_id = ${id}) as since
    from crash_reports where status = 'open'
      and created_at > coalesce((select at from admin_visits where user_id = ${id}), '-infinity')`.execute(db)
  const row = rows[0]
  if (!row || Number(row.count) === 0) return []
  const facts = { since: row.since?.toISOString() ?? null, kinds: Number(row.kinds), people: Number(row.people) }
  return [{ ...need, kind: 'crash_report', path: paths.adminOpenCrashReports, count: Number(row.count), facts }]
}

/** What waits for an administrator: people, then reports, mails that could not be sent and crash reports since the last visit. */
export const readAdminNeeds = async (db: Database, actor: Actor, most: number): Promise<Items> => [
  ...(await readWaiting(db, most)),
  ...(await readReports(db)),
  ...(await readFailedMails(db)),
  ...(await readCrashReports(db, actor)),
]
