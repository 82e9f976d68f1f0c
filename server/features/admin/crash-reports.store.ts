import { sql } from 'kysely'
import type { z } from 'zod'
import type { crashReportQuery } from '#contract/admin.ts'
import { utc, type Zone } from '#domain/dates.ts'
import type { Database } from '#server/db/connect.ts'
import { likePattern, tableDate } from '#server/db/pages.ts'

/** A part of the report as the table joins it; empty ones are left out. */
const part = (value: string) => sql`nullif(${sql.raw(value)}, '')`

/** The columns as shown (`domain/crash-words.ts`), one per line. */
const shownText = (zone: Zone) => sql`concat_ws(E'\n',
  coalesce(nullif(concat_ws(': ', ${part("crash_reports.error->>'name'")}, ${part("crash_reports.error->>'message'")}), ''),
    ${part('crash_reports.message')}, 'Unknown error'),
  concat_ws(' · ', ${part("crash_reports.data->>'componentName'")}, ${part("crash_reports.data->>'location'")}),
  coalesce(users.first_name || ' ' || users.last_name, 'Visitor'), crash_reports.user_description, crash_reports.status,
  ${tableDate('crash_reports.created_at', zone)})`

export function selectCrashReports(db: Database, { search, status }: z.infer<typeof crashReportQuery> = {}, zone: Zone = utc) {
  return db
    .selectFrom('crash_reports')
    .leftJoin('users', 'users.id', 'crash_reports.user_id')
    .selectAll('crash_reports')
    .select(['users.first_name', 'users.last_name'])
    .$if(status !== undefined, (query) => query.where('crash_reports.status', '=', status ?? 'open'))
    .$if(!!search, (query) => query.where(sql<boolean>`${shownText(zone)} ilike ${likePattern(search ?? '')}`))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCrashReports>['executeTakeFirstOrThrow']>>

export const toCrashReport = (row: Row) => ({
  _id: row.id,
  message: row.message,
  error: row.error as Record<string, unknown>,
  data: row.data as Record<string, unknown>,
  user: row.user_id ? { _id: row.user_id, firstName: row.first_name ?? '', lastName: row.last_name ?? '' } : null,
  userDescription: row.user_description,
  status: row.status as 'open' | 'solved',
  createdAt: row.created_at.toISOString(),
  solvedAt: row.solved_at?.toISOString() ?? null,
})
