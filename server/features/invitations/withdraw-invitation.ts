import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { type Inviting, withdrawInvitation } from '#server/shared/invitations/invitations.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'

/** The caller has locked the circle as who invited. An invitation that has ended, or by which someone joined, cannot be withdrawn. */
export async function withdrawInvitationOf(tx: Tx, actor: Actor, of: Inviting, id: string): Promise<void> {
  if (!isId(id) || !(await withdrawInvitation(tx, of, id))) throw new Refusal('invitation_not_found')
  await writeAudit(tx, { act: 'invitation.revoked', by: actor, subject: ['circle', of.circleId], facts: { invitation: id } })
  // Pages that follow a hidden circle by this invitation check again whether they still may.
  await publishCircleChange(tx, of.circleId, 'circle')
}
