import { sql } from 'kysely'
import type { Charter } from '#contract/deciding.ts'
import { Refusal } from '#contract/errors.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { type Arc, decidePurchase, onlySharesLeft, sharesAvailable } from '#domain/arcs.ts'
import { stageOf } from '#domain/stages.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { sendTogether } from '#server/db/transaction.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { selectCirclePeople } from '#server/shared/circle-people/circle-people.ts'
import { findCircle } from '#server/shared/circles/circles.ts'
import { lockAndRead } from '#server/shared/closing/lock-and-read.ts'
import { acceptCharter, requireRead } from '#server/shared/deciding/charters.ts'
import { recountOutcomes } from '#server/shared/deciding/recount-outcomes.ts'
import { askNewcomer } from '#server/shared/documents/ask-newcomer.ts'
import { claimInvitation } from '#server/shared/invitations/invitations.ts'
import { writeLedger } from '#server/shared/ledger/write-ledger.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { type CircleOwner, findOwner, notifyOwner } from '#server/shared/membership/notify-owner.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { notifyFollowers } from '#server/shared/notices/notify-followers.ts'
import { dateStage, requireIn } from '#server/shared/stages/stages.ts'
import { confirmByMail } from './confirm-by-mail.ts'
import { endWaiting } from './end-waiting.ts'
import { selectMemberships, toMembership } from './memberships.ts'
import { readPurchaseFacts } from './purchase-facts.ts'

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

type Purchase = {
  readonly membershipId: string
  readonly isNew: boolean
  readonly arcs: readonly Arc[]
  readonly sharesLeft: number
  readonly charter: Charter
  readonly owner: CircleOwner
}

/** Gives the buyer the lowest-numbered free arcs that the amount pays for exactly. */
export async function buyArcs(tx: Tx, order: Order): Promise<Membership & { complete: boolean }> {
  const { circleId, buyer } = order
  const [facts, owner] = await lockAndRead(tx, circleId, order, () =>
    sendTogether([readPurchaseFacts(tx, circleId, buyer.id), findOwner(tx, circleId)]),
  )
  const { arcs, charter, stage } = facts
  requireIn(stage, 'join')
  if (arcs.length === 0) throw new Refusal('circle_not_open')
  const decision = decidePurchase(arcs, order.amount)
  if (!decision.ok) {
    const error = decision.reason === 'too_few_arcs_left' ? { error: onlySharesLeft(sharesAvailable(arcs)) } : {}
    throw new Refusal(decision.reason, error)
  }
  requireRead(charter, order.charterVersion)
  const isNew = facts.membershipId === null
  const sharesLeft = sharesAvailable(arcs) - decision.value.length
  const purchase = { membershipId: facts.membershipId ?? newId(), isNew, arcs: decision.value, sharesLeft, charter, owner }
  const newStage = stageOf({ isEnded: false, arcs: arcs.length, freeArcs: sharesLeft, holding: null })
  const [, , membership] = await sendTogether([
    writePurchase(tx, order, purchase),
    newStage !== facts.datedStage && dateStage(tx, circleId, newStage),
    selectMemberships(tx).where('memberships.id', '=', purchase.membershipId).executeTakeFirstOrThrow(),
  ])
  if (facts.openProperties > 0) {
    await recountOutcomes(tx, circleId, { cause: 'joined', actorId: buyer.id })
    if (isNew) await notify(tx, [buyer.id], { kind: 'vote_waits', circleId, facts: { why: 'joined', count: facts.openProperties } })
  }
  // Who takes over arcs that a member left signs what everyone was asked to sign.
  if (facts.asksAllToSign) await askNewcomer(tx, circleId, buyer.id, order.publicUrl)
  if (isNew) await confirmByMail(tx, { circleId, userId: buyer.id, charterVersion: charter.version, publicUrl: order.publicUrl })
  const complete = sharesLeft === 0
  if (complete) await mailCompletion(tx, order)
  return { ...toMembership(membership, { names: true, emails: 'all' }), complete }
}

/** Everything that a purchase always writes. An invitation is claimed first, because members cannot claim one. */
async function writePurchase(tx: Tx, order: Order, { membershipId, isNew, arcs, sharesLeft, charter, owner }: Purchase): Promise<void> {
  const { circleId, buyer, publicUrl } = order
  const userId = buyer.id
  const kind = isNew ? 'bought' : 'added'
  const facts = { amount: order.amount, arcs: arcs.length, complete: sharesLeft === 0 }
  await sendTogether([
    order.invite && claimInvitation(tx, circleId, buyer, order.invite),
    isNew && tx.insertInto('memberships').values({ id: membershipId, circle_id: circleId, user_id: userId }).execute(),
    takeArcs(tx, circleId, membershipId, arcs),
    writeLedger(tx, { circleId, membershipId, userId, kind, arcs, actorId: userId }),
    endWaiting(tx, { circleId, userId, isNew, isOwner: owner?.id === userId }),
    acceptCharter(tx, { circleId, membershipId, userId }, charter),
    isNew && notifyOwner(tx, owner, { circleId, causedBy: userId, publicUrl }, { kind: 'member_joined', sharesLeft }),
    writeAudit(tx, { act: 'arcs.bought', by: buyer, subject: ['circle', circleId], facts }),
    publishCircleChange(tx, circleId, 'funding', userId),
  ])
}

const takeArcs = (tx: Tx, circleId: string, membershipId: string, arcs: readonly Arc[]) =>
  tx
    .updateTable('arcs')
    .set({ membership_id: membershipId })
    .where('circle_id', '=', circleId)
    .where('number', '=', sql<number>`any(${arcs.map((arc) => arc.number)}::int[])`)
    .execute()

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
    .where((where) => where.or([where('id', 'in', selectCirclePeople(tx, order.circleId)), where('is_admin', '=', true)]))
    .execute()
  for (const person of people) {
    if (!person.email) continue
    const page = person.is_member ? paths.circle : person.is_broker_here ? paths.brokerCircle : paths.adminCircle
    const link = `${order.publicUrl}${page(order.circleId)}`
    const props = { circleTitle: circle.title, target: circle.total_target_size ?? 0, link }
    await queueMail(tx, 'circle-complete', { userId: person.id, email: person.email }, props)
  }
}
