import { sql } from 'kysely'
import type { z } from 'zod'
import type { mailQuery } from '#contract/admin.ts'
import { utc, type Zone } from '#domain/dates.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { likePattern, tableDate } from '#server/db/pages.ts'

/** The outbox's columns as shown and as stored, one per line. */
const shownText = (
  zone: Zone,
) => sql`concat_ws(E'\n', to_address, subject, status, template, replace(template, '-', ' '), last_error, attempts,
  ${tableDate('created_at', zone)}, ${tableDate('sent_at', zone)})`

/** What administrators may see of a mail: never its body, which may contain a one-time link. */
export function selectMails(db: Database | Tx, { search, status }: z.infer<typeof mailQuery> = {}, zone: Zone = utc) {
  return db
    .selectFrom('mails')
    .select(['id', 'template', 'to_address', 'subject', 'status', 'attempts', 'last_error', 'created_at', 'sent_at'])
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'queued'))
    .$if(!!search, (query) => query.where(sql<boolean>`${shownText(zone)} ilike ${likePattern(search ?? '')}`))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMails>['executeTakeFirstOrThrow']>>

export const toMailRow = (row: Row) => ({
  _id: row.id,
  template: row.template,
  to: row.to_address,
  subject: row.subject,
  status: row.status as 'queued' | 'sent' | 'kept' | 'failed',
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
})
