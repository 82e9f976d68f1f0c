import type { Database, Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { inviteToken } from '#server/sessions/derived-tokens.ts'
import type { Keys } from '#server/sessions/keys.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'

export type Invite = { readonly id: string; readonly createdAt: string }

/** Creates the circle's invite and invalidates an earlier one. */
export async function createInvite(tx: Tx, keys: Keys, actor: Actor, circleId: string): Promise<Invite> {
  const invite = { id: newId(), createdAt: new Date().toISOString() }
  const values = { id: invite.id, token_hash: hashOf(inviteToken(keys, invite)), created_by: actor.id, created_at: invite.createdAt }
  await tx
    .insertInto('circle_invites')
    .values({ circle_id: circleId, ...values })
    .onConflict((conflict) => conflict.column('circle_id').doUpdateSet(values))
    .execute()
  await writeAudit(tx, { act: 'invite.made', by: actor, subject: ['circle', circleId] })
  await publishCircleChange(tx, circleId, 'circle')
  return invite
}

export async function revokeInvite(tx: Tx, actor: Actor, circleId: string): Promise<void> {
  const revoked = await tx.deleteFrom('circle_invites').where('circle_id', '=', circleId).executeTakeFirst()
  if (revoked.numDeletedRows === 0n) return
  await writeAudit(tx, { act: 'invite.revoked', by: actor, subject: ['circle', circleId] })
  // Pages that follow the circle by the invite check again whether they still may.
  await publishCircleChange(tx, circleId, 'circle')
}

export async function findInvite(db: Database, circleId: string): Promise<Invite | null> {
  const row = await db.selectFrom('circle_invites').select(['id', 'created_at']).where('circle_id', '=', circleId).executeTakeFirst()
  return row ? { id: row.id, createdAt: row.created_at.toISOString() } : null
}
