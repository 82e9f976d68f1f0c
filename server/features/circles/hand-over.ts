import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { closeDueFirst } from '#server/shared/closing/close-due.ts'
import { selectOpenMotions } from '#server/shared/deciding/motions.ts'
import { deleteInvitations } from '#server/shared/invitations/invitations.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'
import { touchCircle } from './touch-circle.ts'

type HandOver = { readonly circleId: string; readonly userId: string; readonly publicUrl: string }

/** A possible new owner: a verified member who is no broker and not the owner. */
async function findSuccessor(tx: Tx, circleId: string, userId: string) {
  if (!isId(userId)) return undefined
  return tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select(['memberships.id', 'users.email', 'users.first_name', 'circles.title'])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.user_id', '=', userId)
    .where('memberships.ended_at', 'is', null)
    .where('memberships.is_owner', '=', false)
    .where('users.status', '=', 'active')
    .where('users.is_broker', '=', false)
    .where('users.verification', '=', 'verified')
    .executeTakeFirst()
}

export async function findOwnerId(tx: Tx, circleId: string): Promise<string | undefined> {
  const owner = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('is_owner', '=', true)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return owner?.user_id
}

/** Changes the owner. The creator, arcs and ledger stay as they are. */
export async function handOver(tx: Tx, actor: Actor, { circleId, userId, publicUrl }: HandOver): Promise<void> {
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, { publicUrl })
  await requireNotEnded(tx, circleId)
  const successor = await findSuccessor(tx, circleId, userId)
  if (!successor) throw new Refusal('new_owner_unfit')
  const asksToLeave = await selectOpenMotions(tx, circleId)
    .where('motions.kind', '=', 'release')
    .where('motions.proposed_by', '=', userId)
    .executeTakeFirst()
  if (asksToLeave) throw new Refusal('asks_to_be_released')
  // Two updates in this order: a unique index allows one owner at a time.
  await tx
    .updateTable('memberships')
    .set({ is_owner: false })
    .where('circle_id', '=', circleId)
    .where('is_owner', '=', true)
    .where('ended_at', 'is', null)
    .execute()
  await tx.updateTable('memberships').set({ is_owner: true }).where('id', '=', successor.id).execute()
  await tx.deleteFrom('circle_invites').where('circle_id', '=', circleId).execute()
  // The former owner invited in their own name, and the addresses are not the new owner's to read.
  await deleteInvitations(tx, { circleId })
  await touchCircle(tx, circleId)
  await writeAudit(tx, { act: 'circle.handed_over', by: actor, subject: ['circle', circleId], facts: { to: userId } })
  const props = { firstName: successor.first_name, circleTitle: successor.title, link: `${publicUrl}${paths.circle(circleId)}` }
  if (successor.email) await queueMail(tx, 'ownership-received', { userId, email: successor.email }, props)
  await publishCircleChange(tx, circleId, 'circle')
}
