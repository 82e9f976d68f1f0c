import type { User } from '#contract/accounts.ts'
import { isZone } from '#domain/dates.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { toUser } from '#server/shared/people/users.ts'

/** Keeps the browser's time zone if the account has none. A chosen one stays; an unknown name is left out. */
export async function keepTimeZone(tx: Tx, actor: Actor, zone: string): Promise<User> {
  if (isZone(zone)) {
    const kept = await tx
      .updateTable('users')
      .set({ time_zone: zone })
      .where('id', '=', actor.id)
      .where('time_zone', 'is', null)
      .returning('id')
      .executeTakeFirst()
    const person = { userId: actor.id, before: { time_zone: null }, after: { time_zone: zone } }
    if (kept) await writeAudit(tx, { act: 'user.saved', by: actor, subject: ['user', actor.id], fields: ['time_zone'], person })
  }
  return toUser(await tx.selectFrom('users').selectAll().where('id', '=', actor.id).executeTakeFirstOrThrow())
}
