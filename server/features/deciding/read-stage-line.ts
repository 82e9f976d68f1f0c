import { sql } from 'kysely'
import type { StageLine } from '#contract/motions.ts'
import { isReadyToFinish, stepNow, stepTitle } from '#domain/acquisition-steps.ts'
import { formatCalendarMonth, formatDay } from '#domain/dates.ts'
import { fullName } from '#domain/person.ts'
import { daysToSell } from '#domain/sale.ts'
import { type PurchaseProgress, type SellingProgress, type StageFacts, stageSentence } from '#domain/stages.ts'
import { daysAfter } from '#domain/transfers.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readLatestAcquisition, readOpenAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { readStepFacts } from '#server/shared/acquisitions/step-facts.ts'
import { readLastClosed } from '#server/shared/book/closed-months.ts'
import { readCallParts } from '#server/shared/calls/call-parts.ts'
import { readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readObstacleWords } from '#server/shared/endings/obstacles.ts'
import { readWaitingEnding } from '#server/shared/endings/wind-up.ts'
import { isSold, readSellMotion } from '#server/shared/sales/sales.ts'
import { readOpenSettlement } from '#server/shared/settlements/settlements.ts'
import { readStage, readStageDates } from '#server/shared/stages/stages.ts'
import { readOwningWaits, readPaymentProgress } from './read-owning-waits.ts'

const readOwner = (db: Database, circleId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.first_name as firstName', 'users.last_name as lastName'])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.is_owner', '=', true)
    .where('memberships.ended_at', 'is', null)
    .executeTakeFirst()

/** Addresses of the properties that passed at their closing date. */
const readPassed = (db: Database, circleId: string) =>
  db
    .selectFrom('properties')
    .innerJoin('decisions', 'decisions.property_id', 'properties.id')
    .select('properties.shown_address as address')
    .where('properties.circle_id', '=', circleId)
    .where('properties.deleted_at', 'is', null)
    .where('decisions.closed_by_record', 'is not', null)
    .where('decisions.state', '=', 'passes')
    .orderBy('decisions.closes_at')
    .execute()

type Open = { readonly motion_id: string | null; readonly name: string; readonly closes_at: Date | null; readonly isWaiting: boolean }

/** What can be voted on, soonest closing first, and whether it waits for the reader's vote. */
async function readOpen(db: Database, circleId: string, readerId: string): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select motion_id, name, closes_at, exists (select from missing_votes as missing where missing.circle_id = open.circle_id
      and missing.user_id = ${readerId} and (missing.motion_id = open.motion_id or missing.property_id = open.property_id)) as "isWaiting"
    from open_decisions as open
    where circle_id = ${circleId} and (closes_at is null or closes_at > clock_timestamp())
    order by closes_at nulls last, motion_id nulls last, property_id`.execute(db)
  return rows
}

/** How many of those who hold arcs have agreed to the current version. */
async function readAgreement(db: Database, circleId: string): Promise<StageFacts['charter']> {
  const { version } = await readCurrentCharter(db, circleId)
  const { rows } = await sql<{ members: number; agreed: number }>`
    select count(*) as members, count(*) filter (where exists (select from charter_acceptances
      where charter_acceptances.membership_id = memberships.id and charter_acceptances.version = ${version})) as agreed
    from memberships where circle_id = ${circleId} and ended_at is null
      and exists (select from arcs where arcs.membership_id = memberships.id)`.execute(db)
  return { version, members: rows[0]?.members ?? 0, agreed: rows[0]?.agreed ?? 0 }
}

/** How far the open purchase is; null without one. */
async function readPurchase(db: Database, circleId: string, readerId: string): Promise<PurchaseProgress | null> {
  const acquisition = await readOpenAcquisition(db, circleId)
  if (!acquisition) return null
  const { steps } = await readStepFacts(db, acquisition)
  const parts = (await readCallParts(db, circleId)).filter(({ acquisitionId }) => acquisitionId === acquisition.id)
  const next = isReadyToFinish(steps) ? null : stepNow(steps, () => false)
  const who = next?.assignedTo ? ((await readNames(db, [next.assignedTo])).get(next.assignedTo) ?? null) : null
  const settlement = await db
    .selectFrom('settlements')
    .select('id')
    .where('acquisition_id', '=', acquisition.id)
    .where('withdrawn_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return {
    address: acquisition.address,
    ...(await readPaymentProgress(db, parts, readerId)),
    step: next && { title: stepTitle(next), who },
    isSettlementWaiting: settlement !== undefined,
  }
}

/** The last closed month in words: "April 2028". */
async function readBookClosedTo(db: Database, circleId: string): Promise<string | null> {
  const month = await readLastClosed(db, circleId)
  return month && formatCalendarMonth(month)
}

type Days = { readonly zone: Actor['zone']; readonly noticeSeconds: number }

/** How far selling is; null while no motion permits it and nothing is sold. */
async function readSelling(db: Database, circleId: string, { zone, noticeSeconds }: Days): Promise<SellingProgress | null> {
  const motion = await readSellMotion(db, circleId)
  const bought = motion && (await readLatestAcquisition(db, circleId))
  if (!motion || !bought) return null
  const until = daysAfter(motion.passedAt.getTime(), daysToSell, { noticeSeconds })
  const about = { address: bought.address, until: formatDay(new Date(until).toISOString(), zone) }
  if (await isSold(db, circleId)) return { ...about, state: 'sold' }
  if (await readOpenSettlement(db, circleId, 'sale')) return { ...about, state: 'waits' }
  return Date.now() > until ? null : { ...about, state: 'permitted' }
}

/** What a passed motion to end the circle waits for, in sentences; null if none waits. */
async function readEndingWaits(db: Database, circleId: string): Promise<readonly string[] | null> {
  return (await readWaitingEnding(db, circleId)) && (await readObstacleWords(db, circleId)).map(({ words }) => words)
}

export async function readStageLine(
  db: Database,
  circleId: string,
  { id: readerId, zone }: Actor,
  noticeSeconds: number,
): Promise<StageLine> {
  const [stage, began, owner, passed, decisions, charter, arcs, anyMotion, purchase, bookClosedTo] = await Promise.all([
    readStage(db, circleId),
    readStageDates(db, circleId),
    readOwner(db, circleId),
    readPassed(db, circleId),
    readOpen(db, circleId, readerId),
    readAgreement(db, circleId),
    db.selectFrom('arcs').select(['membership_id']).where('circle_id', '=', circleId).execute(),
    db.selectFrom('motions').select('id').where('circle_id', '=', circleId).limit(1).executeTakeFirst(),
    readPurchase(db, circleId, readerId),
    readBookClosedTo(db, circleId),
  ])
  const selling = stage === 'owning' ? await readSelling(db, circleId, { zone, noticeSeconds }) : null
  const motions = decisions.filter(({ motion_id }) => motion_id !== null)
  const waiting = decisions.filter(({ isWaiting }) => isWaiting)
  const sentence = stageSentence({
    stage,
    arcs: arcs.length,
    freeArcs: arcs.filter(({ membership_id }) => membership_id === null).length,
    passed: passed.map(({ address }) => address),
    waiting: waiting.map(({ name, closes_at }) => ({ name: name || 'A motion', closesOn: closes_at ? formatDay(closes_at, zone) : null })),
    openProperties: decisions.length - motions.length,
    openMotions: motions.length,
    charter,
    purchase,
    bookClosedTo,
    owningWaits: stage === 'owning' ? await readOwningWaits(db, circleId, readerId) : null,
    selling,
    endingWaitsFor: await readEndingWaits(db, circleId),
  })
  return {
    stage,
    began,
    sentence,
    owner: owner ? { _id: owner.id, name: fullName(owner) } : null,
    openMotions: motions.length,
    waitingMotions: waiting.filter(({ motion_id }) => motion_id !== null).length,
    hasMotions: anyMotion !== undefined,
    selling: selling?.state ?? null,
  }
}
