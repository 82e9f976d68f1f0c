import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { decidePurchase, onlySharesLeft, sharesAvailable } from '#domain/arcs.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { findCircle } from '#server/shared/circles/circles.ts'
import { acceptCharter, charterToAccept } from '#server/shared/decisions/charters.ts'
import { recountOutcomes } from '#server/shared/decisions/recount-outcomes.ts'
import { claimInvitation, markInvitationJoined } from '#server/shared/invitations/invitations.ts'
import { lockArcs, lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { writeLedger } from '#server/shared/ledger/write-ledger.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notifyOwner } from '#server/shared/membership/notify-owner.ts'
import { resetWaitingListNotices } from '#server/shared/membership/release-membership.ts'
import { closeDue } from '#server/shared/motions/close-due.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { notifyFollowers } from '#server/shared/notices/notify-followers.ts'
import { deleteFulfilledWish } from '#server/shared/people/save-wish.ts'
import { dateStage, requireStage } from '#server/shared/stages/stages.ts'
import { selectMemberships, toMembership } from './memberships.ts'

type Order = {
  readonly circleId: string
  readonly buyer: Actor
  readonly amount: number
  readonly publicUrl: string
  /** The invite by which the buyer came. */
  readonly invite?: string | undefined
  /** The charter version that the buyer has read. */
  readonly charterVersion?: number | undefined
}

/** Gives the buyer the lowest-numbered free arcs that the amount pays for exactly. */
export async function buyArcs(tx: Tx, order: Order): Promise<Membership & { complete: boolean }> {
  await lockCircle(tx, order.circleId)
  await closeDue(tx, order.circleId, order)
  await requireStage(tx, order.circleId, 'join')
  const arcs = await lockArcs(tx, order.circleId)
  if (arcs.length === 0) throw new Refusal('circle_not_open')
  const decision = decidePurchase(arcs, order.amount)
  if (!decision.ok) {
    const error = decision.reason === 'too_few_arcs_left' ? { error: onlySharesLeft(sharesAvailable(arcs)) } : {}
    throw new Refusal(decision.reason, error)
  }
  const charter = await charterToAccept(tx, order.circleId, order.charterVersion)
  const bought = decision.value.map((arc) => arc.number)
  if (order.invite) await claimInvitation(tx, order.circleId, order.buyer.id, order.invite)
  const { membershipId, isNew } = await ensureMembership(tx, order)
  await tx
    .updateTable('arcs')
    .set({ membership_id: membershipId })
    .where('circle_id', '=', order.circleId)
    .where('number', 'in', bought)
    .execute()
  const kind = isNew ? 'bought' : 'added'
  await writeLedger(tx, {
    circleId: order.circleId,
    membershipId,
    userId: order.buyer.id,
    kind,
    arcs: decision.value,
    actorId: order.buyer.id,
  })
  await tx.deleteFrom('waiting_list').where('circle_id', '=', order.circleId).where('user_id', '=', order.buyer.id).execute()
  await tx.deleteFrom('circle_follows').where('circle_id', '=', order.circleId).where('user_id', '=', order.buyer.id).execute()
  await resetWaitingListNotices(tx, order.circleId, order.buyer.id)
  await acceptCharter(tx, { circleId: order.circleId, membershipId, userId: order.buyer.id }, charter)
  await recountOutcomes(tx, order.circleId, { cause: 'joined', actorId: order.buyer.id })
  await deleteFulfilledWish(tx, order.buyer.id, order.circleId)
  const sharesLeft = sharesAvailable(arcs) - bought.length
  if (isNew) {
    await notifyOfOpenVotes(tx, order)
    await markInvitationJoined(tx, order.circleId, order.buyer.id)
    const { circleId, buyer, publicUrl } = order
    await notifyOwner(tx, { circleId, causedBy: buyer.id, publicUrl }, { kind: 'member_joined', sharesLeft })
  }
  const complete = sharesLeft === 0
  await dateStage(tx, order.circleId)
  if (complete) await mailCompletion(tx, order)
  await writeAudit(tx, {
    act: 'arcs.bought',
    by: order.buyer,
    subject: ['circle', order.circleId],
    facts: { amount: order.amount, arcs: bought.length, complete },
  })
  await publishCircleChange(tx, order.circleId, 'funding', order.buyer.id)
  const membership = await selectMemberships(tx).where('memberships.id', '=', membershipId).executeTakeFirstOrThrow()
  return { ...toMembership(membership, { names: true, emails: 'all' }), complete }
}

/** One membership per person and circle; an existing one is returned. */
async function ensureMembership(tx: Tx, order: Order): Promise<{ membershipId: string; isNew: boolean }> {
  const { id, is_new } = await tx
    .insertInto('memberships')
    .values({ id: newId(), circle_id: order.circleId, user_id: order.buyer.id })
    .onConflict((conflict) =>
      conflict
        .columns(['circle_id', 'user_id'])
        .where('ended_at', 'is', null)
        .doUpdateSet((set) => ({ user_id: set.ref('excluded.user_id') })),
    )
    // In PostgreSQL, xmax = 0 means that this statement inserted the row.
    .returning(['id', sql<boolean>`xmax = 0`.as('is_new')])
    .executeTakeFirstOrThrow()
  return { membershipId: id, isNew: is_new }
}

/** Sends a new member a notice of the properties that they can vote on. */
async function notifyOfOpenVotes(tx: Tx, { circleId, buyer }: Order): Promise<void> {
  const { open } = await tx
    .selectFrom('properties')
    .leftJoin('decisions', 'decisions.property_id', 'properties.id')
    .select(sql<number>`count(*)`.as('open'))
    .where('properties.circle_id', '=', circleId)
    .where('properties.deleted_at', 'is', null)
    .where('decisions.closed_by_record', 'is', null)
    .executeTakeFirstOrThrow()
  if (open > 0) await notify(tx, [buyer.id], { kind: 'vote_waits', circleId, facts: { why: 'joined', count: open } })
}

/** Notifies members, brokers, followers and administrators that the circle is full. */
async function mailCompletion(tx: Tx, order: Order): Promise<void> {
  const circle = await findCircle(tx, order.circleId)
  if (!circle) return
  await notify(tx, await findCirclePeople(tx, order.circleId), { kind: 'circle_complete', circleId: order.circleId })
  await notifyFollowers(tx, order.circleId, { kind: 'followed_complete' })
  const people = await tx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'is_admin',
      sql<boolean>`id in (select user_id from memberships where circle_id = ${order.circleId} and ended_at is null)`.as('is_member'),
      sql<boolean>`id in (select broker_id from broker_assignments where circle_id = ${order.circleId})`.as('is_broker_here'),
    ])
    .where('deleted_at', 'is', null)
    .where('status', '=', 'active')
    .where((where) =>
      where.or([
        where(
          'id',
          'in',
          where.selectFrom('memberships').select('user_id').where('circle_id', '=', order.circleId).where('ended_at', 'is', null),
        ),
        where('id', 'in', where.selectFrom('broker_assignments').select('broker_id').where('circle_id', '=', order.circleId)),
        where('is_admin', '=', true),
      ]),
    )
    .execute()
  for (const person of people) {
    if (!person.email) continue
    const page = person.is_member ? paths.circle : person.is_broker_here ? paths.brokerCircle : paths.adminCircle
    const link = `${order.publicUrl}${page(order.circleId)}`
    const props = { circleTitle: circle.title, target: circle.total_target_size ?? 0, link }
    await queueMail(tx, 'circle-complete', { userId: person.id, email: person.email }, props)
  }
}
