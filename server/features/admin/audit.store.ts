import { sql } from 'kysely'
import type { z } from 'zod'
import type { auditQuery } from '#contract/admin.ts'
import { utc, type Zone } from '#domain/dates.ts'
import { fullName } from '#domain/person.ts'
import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { likePattern, tableDate } from '#server/db/pages.ts'
import { shownFacts, subjectsNamed } from './audit-names.ts'

export type AuditFilter = z.infer<typeof auditQuery>

/**
 * The log's columns as shown (`domain/audit-words.ts`), one per line, then the act and the subject's id as stored. Names of subjects are searched
 * separately.
 */
const shownText = (zone: Zone) => sql`concat_ws(E'\n', ${tableDate('audit_log.at', zone)}, 
  to_char(audit_log.at at time zone (select known_zone(${zone})), 'FMHH12:MI AM'),
  translate(audit_log.act, '._', '  '), users.first_name || ' ' || users.last_name, users.email,
  translate(audit_log.subject_kind, '._', '  '), '…' || right(audit_log.subject_id, 12),
  concat_ws(' · ', 'Fields: ' || nullif(array_to_string(audit_log.fields, ', '), ''), ${shownFacts}), audit_log.address,
  audit_log.act, audit_log.subject_id)`

const isTime = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(Date.parse(text))

export function selectAudit(db: Database, filter: AuditFilter, zone: Zone = utc) {
  const { act, actor, subject, person, from, to, search } = filter
  return db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .selectAll('audit_log')
    .select(['users.first_name', 'users.last_name', 'users.email as actor_email'])
    .$if(!!act, (query) => query.where('audit_log.act', '=', act ?? ''))
    .$if(!!actor, (query) => (isId(actor) ? query.where('audit_log.actor_id', '=', actor) : query.where((where) => where.lit(false))))
    .$if(!!subject, (query) => query.where('audit_log.subject_id', '=', subject ?? ''))
    .$if(!!person, (query) =>
      query.where((where) =>
        where.or([
          where.and({ 'audit_log.subject_kind': 'user', 'audit_log.subject_id': person ?? '' }),
          ...(isId(person) ? [where('audit_log.actor_id', '=', person)] : []),
        ]),
      ),
    )
    .$if(isTime(from), (query) => query.where('audit_log.at', '>=', new Date(from ?? 0)))
    .$if(isTime(to), (query) => query.where('audit_log.at', '<', new Date(to ?? 0)))
    .$if(!!search, (query) => {
      const pattern = likePattern(search ?? '')
      return query.where(sql<boolean>`(${shownText(zone)} ilike ${pattern} or audit_log.subject_id in ${subjectsNamed(pattern)})`)
    })
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAudit>['executeTakeFirstOrThrow']>>

export function toAuditRow(row: Row, names: Record<string, string>) {
  const name = fullName({ firstName: row.first_name ?? '', lastName: row.last_name ?? '' })
  return {
    _id: String(row.id),
    at: row.at.toISOString(),
    act: row.act,
    actor: row.actor_id ? { _id: row.actor_id, name, email: row.actor_email } : null,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    fields: row.fields,
    facts: row.facts as Record<string, unknown>,
    names,
    requestId: row.request_id,
    address: row.address,
  }
}

/** Distinct acts by a loose index scan: fast on millions of rows. */
export async function listActs(db: Database): Promise<string[]> {
  const { rows } = await sql<{ act: string }>`
    with recursive acts as (
      (select act from audit_log order by act limit 1)
      union all
      select (select act from audit_log where audit_log.act > acts.act order by act limit 1) from acts where acts.act is not null
    ) select act from acts where act is not null`.execute(db)
  return rows.map(({ act }) => act)
}
