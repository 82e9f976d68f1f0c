import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { deleteInvitations } from '#server/shared/invitations/invitations.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findCirclePeople } from '#server/shared/notices/notify.ts'
import { endOffers, isAnyTransferPaid } from '#server/shared/offers/end-offers.ts'

/**
 * Soft-deletes a circle and keeps its decision record; mails its members and brokers, and ends its waiting list, invitations and follows.
 * The caller has locked the circle and called `closeDueFirst`: votes that are due still get their result.
 */
export async function deleteCircle(tx: Tx, actor: Actor, circleId: string): Promise<void> {
  if (!isId(circleId)) throw new Refusal('circle_not_found')
  await lockCircle(tx, circleId)
  if (await isAnyTransferPaid(tx, circleId)) throw new Refusal('transfer_paid')
  await endOffers(tx, circleId, 'circle_ended', { by: actor.id })
  const { title } = await tx
    .updateTable('circles')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', circleId)
    .returning('title')
    .executeTakeFirstOrThrow()
  const people = await tx
    .selectFrom('users')
    .select(['id', 'email', 'first_name'])
    .where('id', '=', sql<string>`any(${await findCirclePeople(tx, circleId, actor.id)}::uuid[])`)
    .orderBy('id')
    .execute()
  for (const { id, email, first_name } of people) {
    if (email) await queueMail(tx, 'circle-deleted', { userId: id, email }, { firstName: first_name, circleTitle: title })
  }
  await tx.deleteFrom('waiting_list').where('circle_id', '=', circleId).execute()
  await tx.deleteFrom('circle_follows').where('circle_id', '=', circleId).execute()
  await deleteInvitations(tx, { circleId })
  await writeAudit(tx, { act: 'circle.deleted', by: actor, subject: ['circle', circleId] })
  await publishCircleChange(tx, circleId, 'circle')
}
