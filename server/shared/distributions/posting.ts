import { sql } from 'kysely'
import { decideDistribution, type Payout, payoutsOf, postingLines, postingOf, receiverOf } from '#domain/distributions.ts'
import type { Cents } from '#domain/money.ts'
import type { DistributionLapse } from '#domain/payouts.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { selectMotions } from '#server/shared/deciding/motions.ts'
import { writeMotionRecord } from '#server/shared/deciding/write-record.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { readPaidArcs } from './arcs.ts'
import { readCash, waitingParts } from './cash.ts'
import { findProposed, type ProposedDistribution } from './distributions.ts'
import { readHanging, readTransferOutcomes } from './hanging.ts'
import { tellOfDistribution, tellReceivers } from './tell.ts'

/** The circle did it, not one person. */
const nobody = { id: null, origin: null }

type Frozen = { readonly holder: string; readonly transferId: string | null }
type WaitingFor = { readonly transferId: string | null; readonly wasPaid: boolean }
type Basis = { readonly waitingFor: ReadonlyMap<number, WaitingFor>; readonly holders: ReadonlyMap<number, string> }

/** Who held each arc when the motion was proposed, and the transfer that hung then. */
async function readFrozen(tx: Tx, distributionId: string): Promise<ReadonlyMap<number, Frozen>> {
  const rows = await tx.selectFrom('distribution_holders').selectAll().where('distribution_id', '=', distributionId).execute()
  return new Map(rows.map((row) => [row.arc, { holder: row.user_id, transferId: row.transfer_id }]))
}

/** Every arc with its receiver; null while a transfer hangs that stood when the motion was proposed, or stands now. */
async function readReceivers(tx: Tx, { id, circleId }: ProposedDistribution) {
  const frozen = await readFrozen(tx, id)
  const hanging = await readHanging(tx, circleId)
  const before = [...frozen.values()].flatMap(({ transferId }) => transferId ?? [])
  const outcomes = await readTransferOutcomes(tx, before)
  const waitingFor = new Map<number, WaitingFor>()
  const receivers = new Map<number, string | null>()
  const holders = new Map<number, string>()
  for (const [arc, { holder, transferId }] of frozen) {
    const then = transferId === null ? undefined : outcomes.get(transferId)
    const receiver = then ? receiverOf(holder, { ...then, wasPaid: true }) : holder
    const now = hanging.find(({ arcs }) => arcs.includes(arc))
    const isWaiting = receiver === null || now !== undefined
    receivers.set(arc, isWaiting ? null : receiver)
    holders.set(arc, receiver ?? holder)
    if (!isWaiting) continue
    const wasPaid = receiver === null
    waitingFor.set(arc, { transferId: wasPaid ? transferId : (now?.transferId ?? null), wasPaid })
  }
  return { waitingFor, holders, arcs: await readPaidArcs(tx, circleId, receivers) }
}

const known = (payouts: readonly Payout[]) =>
  payouts.flatMap((payout) => (payout.receiver === null ? [] : [{ ...payout, receiver: payout.receiver }]))

/** Books parts whose receivers are known, in one entry, and tells them. */
async function bookPayouts(
  tx: Tx,
  { id, circleId, motionId, proposedBy, note }: ProposedDistribution,
  payouts: readonly Payout[],
  publicUrl: string,
): Promise<void> {
  const lines = postingLines(payouts)
  const day = await todayIn(tx, circleId)
  const booked = { circleId, kind: 'distribution', day, lines, bookedBy: proposedBy, words: note, motionId }
  const entry = lines.length === 0 ? null : await writeEntry(tx, booked)
  const rows = known(payouts).map(({ arc, receiver, amountCents, owedCents }) => ({
    distribution_id: id,
    arc,
    receiver,
    set_off_cents: amountCents - owedCents,
    owed_cents: owedCents,
    entry_id: amountCents === 0 ? null : (entry?.id ?? null),
  }))
  if (rows.length === 0) return
  await tx.insertInto('distribution_payouts').values(rows).execute()
  const receivers = [...new Set(rows.filter(({ entry_id }) => entry_id !== null).map(({ receiver }) => receiver))]
  await tellReceivers(tx, { circleId, distributionId: id, receivers, publicUrl })
}

/** Posts a passed distribution: every arc gets its part, and what is known of receivers is booked. */
async function post(
  tx: Tx,
  distribution: ProposedDistribution,
  payouts: readonly Payout[],
  { waitingFor, holders }: Basis,
  publicUrl: string,
): Promise<void> {
  const { id, circleId, motionId } = distribution
  const posting = { distribution_id: id, motion_id: motionId, circle_id: circleId, day: await todayIn(tx, circleId) }
  await tx.insertInto('distribution_postings').values(posting).execute()
  await tx
    .insertInto('distribution_parts')
    .values(
      payouts.map(({ arc, amountCents }) => ({
        distribution_id: id,
        circle_id: circleId,
        arc,
        amount_cents: amountCents,
        holder: holders.get(arc) ?? '',
        transfer_id: waitingFor.get(arc)?.transferId ?? null,
        was_paid: waitingFor.get(arc)?.wasPaid ?? false,
      })),
    )
    .execute()
  await bookPayouts(tx, distribution, payouts, publicUrl)
  await writeAudit(tx, { act: 'distribution.posted', by: nobody, subject: ['distribution', id], facts: { circle: circleId } })
  await publishCircleChange(tx, circleId, 'money')
}

type About = Pick<ProposedDistribution, 'id' | 'circleId' | 'motionId'>

/** A passed motion has no effect, with the reason on record. */
export async function lapseDistribution(tx: Tx, { id, circleId, motionId }: About, because: DistributionLapse): Promise<void> {
  await tx.insertInto('distribution_lapses').values({ motion_id: motionId, because }).execute()
  const motion = await selectMotions(tx, circleId).where('motions.id', '=', motionId).executeTakeFirstOrThrow()
  await writeMotionRecord(tx, motion, { kind: 'motion_lapsed', actorId: null })
  await writeAudit(tx, { act: 'distribution.lapsed', by: nobody, subject: ['distribution', id], facts: { circle: circleId, because } })
  await tellOfDistribution(tx, { kind: 'distribution_lapsed', circleId, distributionId: id })
  await publishCircleChange(tx, circleId, 'money')
}

/** Posts it if cash covers it, lapses it if its time is over; else it waits. */
async function postOrWait(tx: Tx, distribution: ProposedDistribution, passedAt: Date, publicUrl: string): Promise<'waits' | 'done'> {
  const { circleId, amountCents, noticeSeconds } = distribution
  const { arcs, ...basis } = await readReceivers(tx, distribution)
  const decision = decideDistribution(amountCents, arcs, await readCash(tx, circleId))
  const now = await readDatabaseClock(tx)
  const next = postingOf(decision.ok, passedAt.getTime(), now.getTime(), noticeSeconds)
  if (next.do === 'wait') return 'waits'
  if (next.do === 'post' && decision.ok) await post(tx, distribution, decision.value, basis, publicUrl)
  else await lapseDistribution(tx, distribution, 'no_cash')
  return 'done'
}

/** What a passed motion to pay out does: it is posted, or waits for cash. The caller has locked the circle. */
export async function postByMotion(tx: Tx, distributionId: string, publicUrl: string): Promise<void> {
  const distribution = await findProposed(tx, distributionId)
  const { at } = await tx
    .selectFrom('motion_closings')
    .select('at')
    .where('motion_id', '=', distribution.motionId)
    .executeTakeFirstOrThrow()
  if ((await postOrWait(tx, distribution, at, publicUrl)) === 'waits')
    await tellOfDistribution(tx, { kind: 'distribution_waits', circleId: distribution.circleId, distributionId })
}

type WaitingPart = {
  readonly distribution_id: string
  readonly arc: number
  readonly amount_cents: Cents
  readonly holder: string
  readonly transfer_id: string
  readonly was_paid: boolean
}

/** Books parts whose transfer has ended, an entry for each distribution. */
async function bookWaitingParts(tx: Tx, circleId: string, publicUrl: string): Promise<void> {
  const { rows } = await sql<WaitingPart>`
    select distribution_id, arc, amount_cents, holder, transfer_id, was_paid from ${waitingParts} and circle_id = ${circleId} order by distribution_id, arc`.execute(
    tx,
  )
  if (rows.length === 0) return
  const outcomes = await readTransferOutcomes(
    tx,
    rows.map(({ transfer_id }) => transfer_id),
  )
  const ended = rows.filter(({ transfer_id }) => outcomes.get(transfer_id)?.end)
  for (const distributionId of new Set(ended.map(({ distribution_id }) => distribution_id))) {
    const parts = ended.filter(({ distribution_id }) => distribution_id === distributionId)
    const receivers = new Map<number, string | null>()
    for (const { arc, holder, transfer_id, was_paid } of parts) {
      const outcome = outcomes.get(transfer_id)
      if (outcome) receivers.set(arc, receiverOf(holder, { ...outcome, wasPaid: was_paid }))
    }
    const arcs = (await readPaidArcs(tx, circleId, receivers)).filter(({ arc }) => receivers.has(arc))
    const amountOf = (arc: number) => parts.find((part) => part.arc === arc)?.amount_cents ?? 0
    const payouts = arcs.flatMap((arc) => payoutsOf(amountOf(arc.arc), [arc]))
    await bookPayouts(tx, await findProposed(tx, distributionId), payouts, publicUrl)
  }
  if (ended.length > 0) await publishCircleChange(tx, circleId, 'money')
}

/** Passed distributions that are neither posted nor lapsed. */
const unposted = sql`distribution_motions join motion_closings on motion_closings.motion_id = distribution_motions.motion_id
  where act = 'post' and outcome = 'passed'
    and not exists (select from distribution_postings where distribution_postings.motion_id = distribution_motions.motion_id)
    and not exists (select from distribution_lapses where distribution_lapses.motion_id = distribution_motions.motion_id)`

/**
 * Posts what waits: distributions once cash covers them, and parts once their transfer has ended. For the job, and after writes that may have
 * brought cash or ended a transfer. The caller has locked the circle.
 */
export async function settleWaiting(tx: Tx, circleId: string, { publicUrl }: { readonly publicUrl: string }): Promise<void> {
  await bookWaitingParts(tx, circleId, publicUrl)
  const { rows } = await sql<{ id: string; at: Date }>`
    select distribution_id as id, at from ${unposted} and circle_id = ${circleId} order by at, distribution_id`.execute(tx)
  for (const { id, at } of rows) await postOrWait(tx, await findProposed(tx, id), at, publicUrl)
}

/** Distributions that wait for cash have no effect when the circle ends: nothing is booked in it any more. */
export async function lapseUnposted(tx: Tx, circleId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distribution_id as id from ${unposted} and circle_id = ${circleId}`.execute(tx)
  for (const { id } of rows) await lapseDistribution(tx, await findProposed(tx, id), 'circle_ended')
}

/** Circles that have not ended in which something waits. */
export async function findWaitingCircles(db: Database | Tx): Promise<string[]> {
  const { rows } = await sql<{ circle_id: string }>`
    select circle_id from (select circle_id from ${unposted} union select circle_id from ${waitingParts}) waiting
    where not exists (select from circles where circles.id = waiting.circle_id and ended_at is not null)`.execute(db)
  return rows.map((row) => row.circle_id)
}
