import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { mayRemind } from '#domain/invitation.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Inviting } from '#server/shared/invitations/invitations.ts'
import { requireFreeArcs } from '#server/shared/stages/stages.ts'
import { findInvitation } from './invitations.store.ts'
import { type InvitationServices, mailInvitation, takeInvitationLimits } from './mail-invitation.ts'

const millisecondsPerDay = 24 * 60 * 60 * 1_000

/** Sends the same link once more. The caller has locked the circle as who invited. */
export async function remindInvited(tx: Tx, services: InvitationServices, actor: Actor, of: Inviting, id: string): Promise<void> {
  const { circleId } = of
  const invitation = await findInvitation(tx, of, id)
  await requireFreeArcs(tx, circleId)
  if (!mayRemind(invitation)) throw new Refusal('invitation_reminded')
  await takeInvitationLimits(tx, services.limiter, actor.id, invitation.email)
  await tx.updateTable('circle_invitations').set({ reminded_at: sql<Date>`now()` }).where('id', '=', invitation._id).execute()
  const days = Math.max(1, Math.floor((Date.parse(invitation.expiresAt) - Date.now()) / millisecondsPerDay))
  const { _id, email, note } = invitation
  await mailInvitation(tx, services, { id: _id, email, note, circleId, inviterId: actor.id, days, isReminder: true })
  await writeAudit(tx, { act: 'invitation.reminded', by: actor, subject: ['circle', circleId], facts: { invitation: _id } })
}
