import type { MailKind } from '#domain/mail-kinds.ts'
import { mailKindValues } from '#domain/mail-kinds.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { pushKinds } from '#server/shared/notices/push-choices.ts'

/** The kinds that are on. Locks the row, so that two changes at once don't overwrite each other. */
export async function lockPushKinds(tx: Tx, userId: string): Promise<readonly string[]> {
  await tx
    .insertInto('notice_settings')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const row = await tx.selectFrom('notice_settings').select('push_on').where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  return row.push_on
}

/** Switches kinds on or off. What the change does not name stays as it is. */
export async function choosePushes(tx: Tx, actor: Actor, change: Readonly<Partial<Record<MailKind, boolean | undefined>>>): Promise<void> {
  const before = pushKinds(await lockPushKinds(tx, actor.id))
  const on = mailKindValues.filter((kind) => change[kind] ?? before[kind])
  await tx.updateTable('notice_settings').set({ push_on: on }).where('user_id', '=', actor.id).execute()
  await writeAudit(tx, { act: 'pushes.chosen', by: actor, subject: ['user', actor.id], facts: { on: on.join(' ') } })
}
