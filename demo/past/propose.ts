import { daysBefore } from '#demo/plan-people.ts'
import type { FormFacts } from '#domain/motion-kinds.ts'
import { claimedMember, type MotionChoice } from '#domain/motions.ts'
import { answerClaim } from '#server/features/deciding/answer-claim.ts'
import { proposeMotion } from '#server/features/deciding/propose-motion.ts'
import { voteOnMotion } from '#server/features/deciding/vote-on-motion.ts'
import { writeInThread } from '#server/features/threads/write-in-thread.ts'
import { closeDue } from '#server/shared/closing/close-due.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { noRateLimits } from '#server/shared/limits/rate-limits.ts'
import { memberOf, type Past, type PastCircle } from './past.ts'

/** A motion as it happened. Members are named by their place in the circle: 0 is the owner. */
export type PastMotion = {
  readonly by: number
  /** When it was proposed and when it closes, in days before now. Negative: it closes in the future. */
  readonly from: number
  readonly to: number
  readonly title: string
  readonly text: string
  readonly facts: FormFacts
  readonly payee?: string
  /** What the member says of whom the proposer says that the payee is related to them. */
  readonly isSo?: boolean
  readonly supersedes?: string
  /** In the order in which they were cast. */
  readonly votes: readonly (readonly [member: number, choice: MotionChoice, reason?: string])[]
  readonly posts?: readonly (readonly [member: number, text: string])[]
}

/** Proposes the motion, writes its posts and votes one after the other, and closes it if its date has passed. */
export async function propose(past: Past, circle: PastCircle, motion: PastMotion): Promise<string> {
  const { tx, at, now, publicUrl, noticeSeconds } = past
  const { by, from, to, title, text, facts, payee, isSo, supersedes, votes, posts = [] } = motion
  const services = { publicUrl, noticeSeconds }
  const closesAt = daysBefore(now, to).toISOString()
  const proposer = memberOf(circle, by)
  const motionId = await at(from, () =>
    proposeMotion(tx, proposer, circle.id, { title, text, facts, payee, closesAt, supersedes }, services),
  )

  // Posts come in the first half of the time that has passed by now, votes in the second.
  const length = from - Math.max(to, 0)
  const moment = (index: number, count: number, start: number) => from - length * (start + (index + 0.5) / count / 2.2)
  const topic = { subject: { column: 'motion_id', id: motionId }, circleId: circle.id, author: proposer.id } as const
  for (const [index, [member, body]] of posts.entries())
    await at(moment(index, posts.length, 0), () =>
      writeInThread(tx, memberOf(circle, member), topic, { text: body, isBroker: false, limiter: noRateLimits }),
    )
  const named = circle.members.find(({ id }) => id === claimedMember(facts, proposer.id))
  if (named && isSo !== undefined)
    await at(moment(0, 1, 0.4), () => answerClaim(tx, named, { circleId: circle.id, motionId }, { isSo }, services))
  for (const [index, [member, choice, reason]] of votes.entries())
    await at(moment(index, votes.length, 0.5), () =>
      voteOnMotion(tx, memberOf(circle, member), { circleId: circle.id, motionId }, { choice, reason }, services),
    )
  if (to > 0)
    await at(to - 0.01, async () => {
      await lockCircle(tx, circle.id)
      await closeDue(tx, circle.id, { publicUrl })
    })
  return motionId
}
