import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { publishNoticeChange } from '#server/shared/live/publish.ts'

/** Records that a link which was mailed to the person's current address has come back. */
export async function markEmailConfirmed(tx: Tx, by: Pick<Actor, 'id' | 'origin'>): Promise<void> {
  const confirmed = await tx
    .updateTable('users')
    .set({ email_confirmed_at: sql<Date>`now()` })
    .where('id', '=', by.id)
    .where('email_confirmed_at', 'is', null)
    .returning('id')
    .execute()
  if (confirmed.length === 0) return
  await writeAudit(tx, { act: 'email.confirmed', by, subject: ['user', by.id] })
  await publishNoticeChange(tx, by.id)
}
