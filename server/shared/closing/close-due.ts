import { type RawBuilder, sql } from 'kysely'
import { isProposableIn } from '#domain/motion-kinds.ts'
import { countMotion, type LapseReason } from '#domain/motions.ts'
import { type Holding, holdersAt } from '#domain/weights.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { CommitFirst, transaction } from '#server/db/transaction.ts'
import { readOpenAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { isMoneyAway, readGiveUpFacts } from '#server/shared/acquisitions/give-up.ts'
import { lapseMotions } from '#server/shared/deciding/lapse-motions.ts'
import { type ClosedOutcome, mailMembers } from '#server/shared/deciding/mail-members.ts'
import { factsOf, type MotionRow, ruleOf, selectMotions, stageOfMotion, subjectOf } from '#server/shared/deciding/motions.ts'
import { closePropertyVote } from '#server/shared/deciding/recount-outcomes.ts'
import { recordVotes, writeMotionRecord } from '#server/shared/deciding/write-record.ts'
import { isEndingDueIn, settleEnding } from '#server/shared/endings/wind-up.ts'
import { doOfferStep } from '#server/shared/handing-on/offer-effects.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { lockLiveCircle } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { findDueOffer, isOfferDueIn } from '#server/shared/offers/due.ts'
import { endUnadmitted } from '#server/shared/offers/end-offers.ts'
import { applyEffect } from './apply-effect.ts'
import { readLetGoReasons } from './let-go.ts'

export type Site = { readonly publicUrl: string }

/** Why a motion cannot be counted any more; null if it can. */
async function findLapseReason(tx: Tx, motion: MotionRow): Promise<LapseReason | null> {
  const facts = factsOf(motion)
  if (!isProposableIn(facts.kind, stageOfMotion(motion))) return 'stage_changed'
  if (facts.kind === 'give_up') {
    const acquisition = await readOpenAcquisition(tx, motion.circle_id)
    return acquisition && isMoneyAway(await readGiveUpFacts(tx, acquisition)) ? 'wire_done' : null
  }
  if (facts.kind !== 'let_go') return null
  // They may have come back, agreed or become the owner meanwhile. That they were asked for long enough was judged at the beginning.
  return (await readLetGoReasons(tx, motion.circle_id, 0)).has(facts.member) ? null : 'no_reason'
}

type Closing = {
  /** The moment for which it is counted. */
  readonly at: Date
  /** Only arcs held since then at the latest count. */
  readonly heldBefore: Date
  readonly holdings: readonly Holding[]
}

/** Freezes a motion's result in the record and applies its effect if it passed. The caller has locked the circle. */
export async function closeMotion(tx: Tx, motion: MotionRow, { at, heldBefore, holdings }: Closing, { publicUrl }: Site): Promise<void> {
  const reason = await findLapseReason(tx, motion)
  if (reason) {
    await lapseMotions(tx, { circleId: motion.circle_id, reason, motionId: motion.id })
    return endUnadmitted(tx, motion.circle_id, { publicUrl })
  }
  const rule = ruleOf(motion)
  const holders = holdersAt(holdings, heldBefore.getTime())
  const counted = countMotion(rule, holders, motion.votes, motion.conflicted, true)
  const outcome = counted.outcome as Exclude<ClosedOutcome, 'blocked'>
  const { of, voted, by, late, leftOut, silent, passesFrom } = counted
  const needs = { needs_parts: rule.moreThan.parts, needs_of: rule.moreThan.of, passes_from: passesFrom, count_by: rule.countBy }
  const figures = { held: of, voted, ...by, late, left_out: leftOut, silent, outcome, ...needs }
  const votes = recordVotes(holders, motion.votes, (vote, user) => ({
    choice: vote?.choice ?? null,
    is_left_out: motion.conflicted.includes(user),
  }))
  const recordId = await writeMotionRecord(tx, motion, { kind: 'motion_closed', actorId: null, about: { at, ...figures } }, votes)
  await tx.insertInto('motion_closings').values({ motion_id: motion.id, record_id: recordId, outcome, at }).execute()
  // Before the effect, after which a released member would no longer be told. Brokers do not read motions.
  const people = holdings.map(({ user }) => user)
  await notify(tx, people, { kind: 'motion_outcome', circleId: motion.circle_id, motionId: motion.id, facts: { outcome } })
  await mailMembers(tx, subjectOf(motion), people, { mail: 'outcome', outcome }, publicUrl)
  if (outcome === 'passed') {
    await lapseMotions(tx, { circleId: motion.circle_id, reason: 'same_passed', sameAs: motion })
    await applyEffect(tx, { motion, recordId, publicUrl })
  }
  if (motion.kind === 'admit') await endUnadmitted(tx, motion.circle_id, { publicUrl })
  await publishCircleChange(tx, motion.circle_id, 'motions')
}

/** In SQL: whether a vote or a motion of this circle is past its closing date and can be closed, or the circle's ending happens or lapses. */
export const isDueIn = (circleId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(exists (select from open_decisions
  where open_decisions.circle_id = ${circleId} and open_decisions.closes_at <= clock_timestamp()) or ${isEndingDueIn(circleId)}
  or ${isOfferDueIn(circleId)})`

/** A property comes before a motion of the same date. */
const findFirstDueDecision = (tx: Tx, circleId: string) =>
  tx
    .selectFrom('open_decisions')
    .select(['property_id', 'motion_id', 'closes_at'])
    .where('circle_id', '=', circleId)
    .where('closes_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('closes_at')
    .orderBy(sql`motion_id nulls first`)
    .orderBy('property_id')
    .limit(1)
    .executeTakeFirst()

/** What is due first: a vote, a motion, or a step of an offer of arcs. A decision comes before a step of the same moment. */
async function findFirstDue(tx: Tx, circleId: string) {
  const decision = await findFirstDueDecision(tx, circleId)
  const offer = await findDueOffer(tx, circleId)
  const isOfferFirst = offer && !(decision?.closes_at && decision.closes_at <= offer.at)
  return isOfferFirst ? { ...offer, motion_id: null, property_id: null } : decision && { ...decision, offer_id: null }
}

/** Asked before most writes, and the answer is nearly always no. */
export async function hasDue(tx: Tx, circleId: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select ${isDueIn(sql`${circleId}::uuid`)} as due`.execute(tx)
  return rows[0]?.due ?? true
}

/**
 * Closes votes on properties and motions past their closing date, in the order of their dates, because the effect of one may change who
 * counts in the next; then an ending that waited. For the transactions that only close; acts call `closeDueFirst`. The caller has locked the circle.
 */
export async function closeDue(tx: Tx, circleId: string, site: Site): Promise<void> {
  for (let due = await findFirstDue(tx, circleId); due; due = await findFirstDue(tx, circleId)) {
    if (due.offer_id) await doOfferStep(tx, due.offer_id, site)
    else if (due.property_id) await closePropertyVote(tx, circleId, due.property_id, site.publicUrl)
    else {
      const motion = await selectMotions(tx, circleId)
        .where('motions.id', '=', due.motion_id ?? '')
        .executeTakeFirstOrThrow()
      const closing = { at: motion.closes_at, heldBefore: motion.held_before, holdings: await readHoldings(tx, circleId, motion.closes_at) }
      await closeMotion(tx, motion, closing, site)
    }
  }
  await settleEnding(tx, circleId)
}

/** Closes what is due in a circle, in a transaction of its own. */
const closing = (circleId: string, site: Site) => async (tx: Tx) => {
  if (await lockLiveCircle(tx, circleId)) await closeDue(tx, circleId, site)
}

export const closeDueIn = (db: Database, circleId: string, site: Site): Promise<void> => transaction(db, closing(circleId, site))

/** What is due is committed by itself before the act that met it is judged: the act begins again, and its refusal takes nothing back. */
export const afterClosing = (circleId: string, site: Site): CommitFirst => new CommitFirst(closing(circleId, site))

/**
 * Every act that changes a count calls this first, so that each vote and motion closes with the count of its date even if the job has not
 * run yet. The caller has locked the circle and runs in `transaction`.
 */
export async function closeDueFirst(tx: Tx, circleId: string, site: Site): Promise<void> {
  if (await hasDue(tx, circleId)) throw afterClosing(circleId, site)
}
