import type { Charter } from '#contract/deciding.ts'
import { charterClauses } from '#domain/charter.ts'
import type { FactsOf, MotionKind } from '#domain/motion-kinds.ts'
import { type Rules, sameRules } from '#domain/outcome.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { giveUpByMotion } from '#server/shared/acquisitions/give-up.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { isAnythingOwed } from '#server/shared/book/owed.ts'
import { reopenMonths } from '#server/shared/book/reopen-months.ts'
import { openFurtherCall } from '#server/shared/calls/open-call.ts'
import { readCurrentCharter, writeCharter } from '#server/shared/deciding/charters.ts'
import { factsOf, type MotionRow } from '#server/shared/deciding/motions.ts'
import { recountOutcomes } from '#server/shared/deciding/recount-outcomes.ts'
import { writeRecord } from '#server/shared/deciding/write-record.ts'
import { distributeByMotion } from '#server/shared/distributions/effect.ts'
import { windUp } from '#server/shared/endings/wind-up.ts'
import { admitNewcomer, settleTransfer } from '#server/shared/handing-on/offer-effects.ts'
import { releaseMembership } from '#server/shared/membership/release-membership.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { isAnyPaidFor } from '#server/shared/offers/end-offers.ts'
import { changeOwner } from '#server/shared/ownership/change-owner.ts'

/** The circle did it, not one person. */
const nobody = { id: null, origin: null }

type Passed = { readonly motion: MotionRow; readonly recordId: string; readonly publicUrl: string }

async function setRulesByMotion(tx: Tx, { motion, recordId }: Passed, rules: Rules): Promise<void> {
  const circleId = motion.circle_id
  const before = await readCurrentCharter(tx, circleId)
  if (sameRules(before.rules, rules)) return
  const charter: Charter = { version: before.version + 1, rules, clauses: charterClauses(rules), at: null }
  await writeCharter(tx, circleId, charter, motion.proposed_by)
  const actorId = motion.proposed_by
  await writeRecord(tx, { circleId, kind: 'rules', cause: 'motion', actorId, charter, about: { motion_id: motion.id } })
  await writeAudit(tx, {
    act: 'circle.rules_set',
    by: nobody,
    subject: ['circle', circleId],
    facts: { ...rules, version: charter.version, record: recordId },
  })
  await notify(tx, await findCirclePeople(tx, circleId), { kind: 'rules_changed', circleId })
  // Open votes on properties are counted by the new rules from now on.
  await recountOutcomes(tx, circleId, { cause: 'motion', actorId })
}

async function tellRemoved(tx: Tx, circleId: string, userId: string, amount: number): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .innerJoin('circles', (join) => join.on('circles.id', '=', circleId))
    .select(['users.email', 'users.first_name', 'circles.title'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!person?.email) return
  const props = { firstName: person.first_name, circleTitle: person.title, amount }
  await queueMail(tx, 'member-removed', { userId, email: person.email }, props)
}

type Leaving = { readonly userId: string; readonly act: 'member.left' | 'member.removed' }

/**
 * Frees a member's arcs. Nothing happens if they have become the owner or have left meanwhile, even if they came back: then they hold arcs
 * that the motion was not about. Nor while anything is owed after a purchase that was given up.
 */
async function freeArcsOf(tx: Tx, { motion, publicUrl }: Passed, { userId, act }: Leaving): Promise<void> {
  const membership = await tx
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', motion.circle_id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('is_owner', '=', false)
    .where('created_at', '<=', motion.at)
    .executeTakeFirst()
  if (!membership || (await isAnythingOwed(tx, motion.circle_id))) return
  if (await isAnyPaidFor(tx, motion.circle_id, userId)) return
  const amount = await releaseMembership(tx, {
    membershipId: membership.id,
    circleId: motion.circle_id,
    userId,
    actorId: act === 'member.left' ? userId : null,
    publicUrl,
  })
  if (act === 'member.removed') await tellRemoved(tx, motion.circle_id, userId, amount)
  const facts = { circle: motion.circle_id, amount, motion: motion.id }
  await writeAudit(tx, { act, by: nobody, subject: ['membership', membership.id], facts })
}

const boundTo = ({ motion, recordId }: Passed) => ({ record_id: recordId, circle_id: motion.circle_id })

/** What follows when a motion of each kind passes, besides its record. */
const effects: { readonly [Kind in MotionKind]: (tx: Tx, passed: Passed, facts: FactsOf<Kind>) => Promise<unknown> | null } = {
  general: () => null,
  spend: () => null,
  treasurer: (tx, passed, { member }) =>
    tx
      .insertInto('treasurers')
      .values({ ...boundTo(passed), user_id: member })
      .execute(),
  reserve: (tx, passed, { floorCents, emergencyCents }) =>
    tx
      .insertInto('reserves')
      .values({ ...boundTo(passed), floor_cents: floorCents, emergency_cents: emergencyCents })
      .execute(),
  rules: (tx, passed, { rules }) => setRulesByMotion(tx, passed, rules),
  call: (tx, { motion, publicUrl }, { amountCents, dueDay, why }) =>
    openFurtherCall(tx, { circleId: motion.circle_id, motionId: motion.id, amountCents, dueDay, why, publicUrl }),
  owner: (tx, { motion, publicUrl }, { member }) =>
    changeOwner(tx, { circleId: motion.circle_id, userId: member, by: nobody, publicUrl, motionId: motion.id }),
  release: (tx, passed) => freeArcsOf(tx, passed, { userId: passed.motion.proposed_by, act: 'member.left' }),
  let_go: (tx, passed, { member }) => freeArcsOf(tx, passed, { userId: member, act: 'member.removed' }),
  give_up: (tx, { motion, recordId, publicUrl }, { why }) =>
    giveUpByMotion(tx, { circleId: motion.circle_id, motionId: motion.id, recordId, reason: why, publicUrl }),
  reopen: (tx, { motion, recordId }, { month }) => reopenMonths(tx, { circleId: motion.circle_id, month, recordId }),
  distribute: distributeByMotion,
  admit: (tx, passed, facts) => admitNewcomer(tx, passed, facts),
  settle: (tx, passed, facts) => settleTransfer(tx, passed, facts),
  sell: () => null,
  wind_up: (tx, { motion, recordId }) => windUp(tx, motion, recordId),
}

/** Makes what a passed motion says true, once: the row bound to its record is written first and is unique. */
export async function applyEffect(tx: Tx, passed: Passed): Promise<void> {
  const { motion, recordId } = passed
  await tx.insertInto('motion_effects').values({ record_id: recordId, motion_id: motion.id }).execute()
  const facts = factsOf(motion)
  await effects[facts.kind](tx, passed, facts as never)
}
