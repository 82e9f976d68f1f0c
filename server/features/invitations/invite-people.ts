import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { invitationDays, invitationProblems, mostInvitationsPerCircle } from '#domain/invitation.ts'
import { normalEmail } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { inviteToken } from '#server/sessions/derived-tokens.ts'
import { hashOf } from '#server/sessions/refresh-token.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { deleteInvitations, type Inviting } from '#server/shared/invitations/invitations.ts'
import { requireFreeArcs, requireNotEnded } from '#server/shared/stages/stages.ts'
import { type InvitationServices, mailInvitation, takeInvitationLimits } from './mail-invitation.ts'

type Form = { readonly emails: readonly string[]; readonly note?: string | undefined }
type Invited = { readonly sent: number; readonly skipped: number }

async function requireRoom(tx: Tx, circleId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('circle_invitations')
    .select(sql<number>`count(*)`.as('count'))
    .where('circle_id', '=', circleId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  if (count > mostInvitationsPerCircle) throw new Refusal('too_many_invitations')
}

/**
 * Invites people by e-mail. Addresses that the inviter invited already are skipped; whether others invited them, or they have an account,
 * makes no difference, so that nobody can find that out. The caller has locked the circle as its owner, or as a seller of arcs that are open
 * to others.
 */
export async function invitePeople(tx: Tx, services: InvitationServices, actor: Actor, of: Inviting, form: Form): Promise<Invited> {
  const { circleId } = of
  // Sorted, so that two owners who invite the same people lock their limits in the same order.
  const emails = [...new Set(form.emails.map(normalEmail))].filter((email) => email !== '').sort()
  const note = form.note?.trim() ?? ''
  const fields = invitationProblems({ emails, note })
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  await requireNotEnded(tx, circleId)
  await requireFreeArcs(tx, circleId)
  await deleteInvitations(tx, { of, endedOf: emails })
  const rows = emails.map((email) => {
    const id = newId()
    return {
      id,
      email,
      circle_id: circleId,
      note: note || null,
      token_hash: hashOf(inviteToken(services.keys, { id })),
      created_by: actor.id,
      is_by_seller: of.seller !== undefined,
      expires_at: sql<Date>`now() + make_interval(days => ${invitationDays})`,
    }
  })
  const created = await tx
    .insertInto('circle_invitations')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('circle_invitations_once').doNothing())
    .returning(['id', 'email'])
    .execute()
  await requireRoom(tx, circleId)
  for (const invitation of created) {
    await takeInvitationLimits(tx, services.limiter, actor.id, invitation.email)
    await mailInvitation(tx, services, {
      ...invitation,
      circleId,
      inviterId: actor.id,
      note: note || null,
      days: invitationDays,
      isReminder: false,
    })
  }
  const counts = { sent: created.length, skipped: emails.length - created.length }
  await writeAudit(tx, { act: 'invitations.sent', by: actor, subject: ['circle', circleId], facts: counts })
  return counts
}
