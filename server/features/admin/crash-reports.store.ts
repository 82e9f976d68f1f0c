import { sql } from 'kysely'
import type { z } from 'zod'
import type { crashReportQuery } from '#contract/admin.ts'
import type { Database } from '#server/db/connect.ts'
import { likePattern } from '#server/db/pages.ts'

export function selectCrashReports(db: Database, { search, status }: z.infer<typeof crashReportQuery> = {}) {
  return db
    .selectFrom('crash_reports')
    .leftJoin('users', 'users.id', 'crash_reports.user_id')
    .selectAll('crash_reports')
    .select(['users.first_name', 'users.last_name'])
    .$if(status !== undefined, (query) => query.where('crash_reports.status', '=', status ?? 'open'))
    .$if(!!search, (query) =>
      query.where(
        sql<boolean>`concat_ws(E'\n', crash_reports.message, crash_reports.error::text, crash_reports.data->>'location', crash_reports.user_description,
          coalesce(users.first_name || ' ' || users.last_name, 'Visitor'), crash_reports.status, table_date(crash_reports.created_at))
          ilike ${likePattern(search ?? '')}`,
      ),
    )
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
