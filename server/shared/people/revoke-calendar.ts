import type { Tx } from '#server/db/connect.ts'
import type { Origin } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'

/** Ends the person's secret calendar address. Idempotent. */
export async function revokeCalendar(tx: Tx, by: { readonly id: string; readonly origin: Origin }): Promise<void> {
  const revoked = await tx.deleteFrom('calendar_feeds').where('user_id', '=', by.id).executeTakeFirst()
  if (revoked.numDeletedRows > 0n) await writeAudit(tx, { act: 'calendar.revoked', by, subject: ['user', by.id] })
}
