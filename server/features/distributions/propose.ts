import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { proposeDepositRequest, proposeReversalRequest } from '#contract/distributions.ts'
import { Refusal, refusals } from '#contract/errors.ts'
import { formatDay } from '#domain/dates.ts'
import { mayDepositFrom } from '#domain/distributions.ts'
import { formatCents } from '#domain/money.ts'
import type { FactsOf } from '#domain/motion-kinds.ts'
import { motionClosingProblem } from '#domain/motions.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { selectOpenMotions } from '#server/shared/deciding/motions.ts'
import { openMotion, requireFewOpen } from '#server/shared/deciding/open-motion.ts'
import { requireNotRefusedLately } from '#server/shared/deciding/refused-lately.ts'
import { readPaidArcs } from '#server/shared/distributions/arcs.ts'
import { readHanging } from '#server/shared/distributions/hanging.ts'
import { readOpenPayouts } from '#server/shared/distributions/payments.ts'
import { judgeReversal } from '#server/shared/distributions/reversal.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { type Acting, findDraft, findPosted, lockForMember, lockForTreasurer, type Place } from './lock-distributions.ts'
import { requireCovered } from './write-draft.ts'

type Facts = FactsOf<'distribute'>

/** In SQL: motions about a distribution. */
const isAbout = (what: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from distribution_motions where distribution_motions.motion_id = motions.id and ${what})`

async function requireProposable(tx: Tx, actor: Actor, circleId: string, closesAt: string, { noticeSeconds }: Acting): Promise<Date> {
  const now = (await readDatabaseClock(tx)).getTime()
  const problem = motionClosingProblem(new Date(closesAt).getTime(), now, noticeSeconds)
  if (problem) throw new Refusal('invalid', { fields: [{ field: 'closesAt', message: problem }] })
  await requireFewOpen(tx, circleId, actor.id)
  return new Date(closesAt)
}

/** No two open motions of the same act about a distribution and person: when one passed, the other would do it again. */
async function requireNoneOpen(tx: Tx, circleId: string, { act, distribution, receiver }: Facts): Promise<void> {
  const open = await selectOpenMotions(tx, circleId)
    .innerJoin('distribution_motions', 'distribution_motions.motion_id', 'motions.id')
    .where('distribution_motions.act', '=', act)
    .where('distribution_motions.distribution_id', '=', distribution)
    .where(sql<boolean>`distribution_motions.receiver is not distinct from ${receiver}::uuid`)
    .executeTakeFirst()
  if (open) throw new Refusal('distribution_proposed')
}

type Words = { readonly title: string; readonly text: string; readonly payee: string | null; readonly closesAt: Date }

async function propose(tx: Tx, actor: Actor, circleId: string, facts: Facts, words: Words, { publicUrl, noticeSeconds }: Acting) {
  const motionId = await openMotion(tx, actor, { circleId, facts, ...words, noticeSeconds, publicUrl })
  await tx
    .insertInto('distribution_motions')
    .values({
      motion_id: motionId,
      distribution_id: facts.distribution,
      circle_id: circleId,
      act: facts.act,
      receiver: facts.receiver,
      amount_cents: facts.amountCents,
      notice_seconds: noticeSeconds,
    })
    .execute()
  await publishCircleChange(tx, circleId, 'money')
  return motionId
}

/** Puts a draft to the members. Who holds each arc now receives its part, unless a transfer of it hangs. */
export async function proposeDistribution(tx: Tx, actor: Actor, place: Place, closesAt: string, site: Acting): Promise<string> {
  const { circleId } = place
  await lockForTreasurer(tx, circleId, actor, site)
  const { id, amountCents, note } = await findDraft(tx, place)
  await requireCovered(tx, circleId, amountCents)
  const closes = await requireProposable(tx, actor, circleId, closesAt, site)
  await requireNotRefusedLately(tx, actor, { circleId, ...site }, isAbout(sql`act = 'post' and amount_cents = ${amountCents}`))
  const facts: Facts = { kind: 'distribute', act: 'post', distribution: id, amountCents, receiver: null }
  const text = note || 'In equal parts per arc, to who holds each arc now.'
  const words = { title: `Pay out ${formatCents(amountCents)}`, text, payee: null, closesAt: closes }
  const motionId = await propose(tx, actor, circleId, facts, words, site)
  const hanging = await readHanging(tx, circleId)
  await tx
    .insertInto('distribution_holders')
    .values(
      (await readPaidArcs(tx, circleId)).map(({ arc, holder }) => ({
        distribution_id: id,
        arc,
        user_id: holder,
        transfer_id: hanging.find(({ arcs }) => arcs.includes(arc))?.transferId ?? null,
      })),
    )
    .execute()
  return motionId
}

type Reversal = z.infer<typeof proposeReversalRequest>

/** By any member: the draft is the treasurer's, what became of it is everyone's. */
export async function proposeReversal(tx: Tx, actor: Actor, place: Place, { closesAt, why }: Reversal, site: Acting): Promise<string> {
  const { circleId } = place
  await lockForMember(tx, circleId, actor, site)
  const { id, amountCents } = await findPosted(tx, place)
  const decision = await judgeReversal(tx, circleId, id)
  if (!decision.ok) throw new Refusal(decision.reason)
  const closes = await requireProposable(tx, actor, circleId, closesAt, site)
  const facts: Facts = { kind: 'distribute', act: 'reverse', distribution: id, amountCents, receiver: null }
  await requireNoneOpen(tx, circleId, facts)
  await requireNotRefusedLately(tx, actor, { circleId, ...site }, isAbout(sql`distribution_id = ${id} and act = 'reverse'`))
  const words = { title: `Take back what was paid out: ${formatCents(amountCents)}`, text: why, payee: null, closesAt: closes }
  return propose(tx, actor, circleId, facts, words, site)
}

type Deposit = z.infer<typeof proposeDepositRequest>

/** What could not be paid for 90 days of notice may be given to a named third party, as any member may propose. */
export async function proposeDeposit(
  tx: Tx,
  actor: Actor,
  place: Place,
  { closesAt, receiver, payee, why }: Deposit,
  site: Acting,
): Promise<string> {
  const { circleId } = place
  await lockForMember(tx, circleId, actor, site)
  const { id, postedAt, noticeSeconds } = await findPosted(tx, place)
  const open = isId(receiver) ? await readOpenPayouts(tx, circleId, receiver) : []
  const amountCents = open.find(({ distributionId }) => distributionId === id)?.openCents ?? 0
  if (amountCents === 0) throw new Refusal('not_owed')
  const { payable } = await tx
    .selectFrom('distribution_payouts')
    .innerJoin('book_entries', 'book_entries.id', 'distribution_payouts.entry_id')
    .select(({ fn }) => fn.max('book_entries.recorded_at').as('payable'))
    .where('distribution_payouts.distribution_id', '=', id)
    .where('distribution_payouts.receiver', '=', receiver)
    .executeTakeFirstOrThrow()
  // A part that waited for the end of a transfer was not to be paid before.
  const from = mayDepositFrom(new Date(payable ?? postedAt).getTime(), noticeSeconds)
  if ((await readDatabaseClock(tx)).getTime() < from)
    throw new Refusal('deposit_too_early', {
      error: `${refusals.deposit_too_early.error} From ${formatDay(new Date(from), actor.zone)} on.`,
    })
  const closes = await requireProposable(tx, actor, circleId, closesAt, site)
  const facts: Facts = { kind: 'distribute', act: 'deposit', distribution: id, amountCents, receiver }
  await requireNoneOpen(tx, circleId, facts)
  const same = isAbout(sql`distribution_id = ${id} and act = 'deposit' and receiver = ${receiver}`)
  await requireNotRefusedLately(tx, actor, { circleId, ...site }, same)
  const words = { title: `Deposit ${formatCents(amountCents)} that could not be paid`, text: why, payee, closesAt: closes }
  return propose(tx, actor, circleId, facts, words, site)
}
