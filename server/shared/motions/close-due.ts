import { sql } from 'kysely'
import { countMotion } from '#domain/motions.ts'
import { type Holding, holdersAt } from '#domain/weights.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { closeDueVotes } from '#server/shared/decisions/recount-outcomes.ts'
import { writeMotionRecord } from '#server/shared/decisions/write-record.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { applyEffect } from './apply-effect.ts'
import { mailsAbout } from './mail-members.ts'
import { type MotionRow, ruleOf, selectOpenMotions } from './motions.ts'

export type Site = { readonly publicUrl: string }

type Closing = {
  /** The moment for which it is counted. */
  readonly at: Date
  /** Only arcs held since then at the latest count. */
  readonly heldBefore: Date
  readonly holdings: readonly Holding[]
}

/** Freezes a motion's result in the record and applies its effect if it passed. The caller has locked the circle. */
export async function closeMotion(tx: Tx, motion: MotionRow, { at, heldBefore, holdings }: Closing, { publicUrl }: Site): Promise<void> {
  const rule = ruleOf(motion)
  const holders = holdersAt(holdings, heldBefore.getTime())
  const counted = countMotion(rule, holders, motion.votes, motion.conflicted, true)
  const recordId = newId()
  await writeMotionRecord(tx, { id: recordId, motion, kind: 'motion_closed', actorId: null, at }, { rule, counted, holders })
  const outcome = counted.outcome as 'passed' | 'did_not_pass' | 'too_few_voted'
  await tx.insertInto('motion_closings').values({ motion_id: motion.id, record_id: recordId, outcome, at }).execute()
  // Before the effect, after which a released member would no longer be told. Brokers do not read motions.
  const people = holdings.map(({ user }) => user)
  await notify(tx, people, { kind: 'motion_outcome', circleId: motion.circle_id, motionId: motion.id, facts: { outcome } })
  for (const { to, words } of await mailsAbout(tx, motion, people, publicUrl))
    await queueMail(tx, 'motion-outcome', to, { ...words, outcome })
  if (outcome === 'passed') await applyEffect(tx, { motion, recordId, publicUrl })
  await publishCircleChange(tx, motion.circle_id, 'motions')
}

const findFirstDue = (tx: Tx, circleId: string) =>
  selectOpenMotions(tx, circleId)
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .where('circles.deleted_at', 'is', null)
    .where('motions.closes_at', '<=', tx.fn<Date>('clock_timestamp'))
    .orderBy('motions.closes_at')
    .orderBy('motions.id')
    .limit(1)
    .executeTakeFirst()

/** Whether a vote or a motion may be past its closing date. Asked before most writes, and the answer is nearly always no. */
export async function hasDue(tx: Tx, circleId: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from motions where circle_id = ${circleId} and closes_at <= clock_timestamp()
        and not exists (select from motion_closings where motion_id = motions.id)
        and not exists (select from motion_withdrawals where motion_id = motions.id))
      or exists (select from properties join decisions on decisions.property_id = properties.id
        where properties.circle_id = ${circleId} and closes_at <= clock_timestamp() and closed_by_record is null) as due`.execute(tx)
  return rows[0]?.due ?? true
}

/**
 * Closes votes on properties and motions past their closing date, in the order of their dates, because the effect of one may change who
 * counts in the next. Everything that changes a count calls this first, so that each closes with the count of its date even if the job has
 * not run yet. The caller has locked the circle.
 */
export async function closeDue(tx: Tx, circleId: string, site: Site): Promise<void> {
  if (!(await hasDue(tx, circleId))) return
  for (;;) {
    const motion = await findFirstDue(tx, circleId)
    await closeDueVotes(tx, circleId, site.publicUrl, motion?.closes_at)
    if (!motion) return
    const closing = { at: motion.closes_at, heldBefore: motion.held_before, holdings: await readHoldings(tx, circleId) }
    await closeMotion(tx, motion, closing, site)
  }
}
