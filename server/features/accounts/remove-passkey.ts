import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import type { UserRow } from '#server/shared/people/users.ts'
import { deletePasskeys, lockPasskey } from './passkeys.store.ts'

async function mailRemoval(tx: Tx, publicUrl: string, user: UserRow, names: readonly string[]): Promise<void> {
  if (!user.email) return
  const props = { firstName: user.first_name, names, resetLink: `${publicUrl}${paths.requestReset}` }
  await queueMail(tx, 'passkey-removed', { userId: user.id, email: user.email }, props)
}

export async function removePasskey(
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: string },
  actor: Actor,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await lockSelf(tx, actor)
    const row = await lockPasskey(tx, actor.id, id)
    if (!row) throw new Refusal('passkey_not_found')
    await redeemStepUp(tx, actor, 'remove_passkey')
    await tx.deleteFrom('passkeys').where('id', '=', row.id).execute()
    await writeAudit(tx, { act: 'passkey.removed', by: actor, subject: ['user', actor.id], facts: { passkey: row.id } })
    await mailRemoval(tx, publicUrl, user, [row.name])
  })
}

/** Removes every passkey, because someone who got in may have added one. The caller has locked the person. */
export async function removePasskeys(
  tx: Tx,
  publicUrl: string,
  user: UserRow,
  by: { readonly id: string; readonly origin: Actor['origin'] },
): Promise<void> {
  const names = await deletePasskeys(tx, user.id)
  if (names.length === 0) return
  await writeAudit(tx, {
    act: 'passkey.removed',
    by,
    subject: ['user', user.id],
    facts: { count: names.length },
  })
  await mailRemoval(tx, publicUrl, user, names)
}
