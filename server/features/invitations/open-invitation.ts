import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { claimInvitation, markInvitationOpened } from '#server/shared/invitations/invitations.ts'
import { readInviter } from './invitations.store.ts'

/**
 * Records that someone opened the link, and binds the invitation to them if they are signed in. The owner and other members, who may try
 * the link, change nothing; brokers cannot join.
 */
export async function openInvitation(tx: Tx, circleId: string, actor: Actor | null, token: string | undefined): Promise<void> {
  await readInviter(tx, circleId, actor?.id ?? null, token)
  if (!token) return
  if (actor && ((await findRelation(tx, circleId, actor))?.isMember || actor.isBroker)) return
  await markInvitationOpened(tx, circleId, token)
  if (actor) await claimInvitation(tx, circleId, actor, token)
}
