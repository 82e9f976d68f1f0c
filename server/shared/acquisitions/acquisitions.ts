import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { StepKey, StepState } from '#domain/acquisition-steps.ts'
import type { Dollars } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'

export type AcquisitionRow = {
  readonly id: string
  readonly circleId: string
  readonly propertyId: string
  readonly recordId: string
  /** As it was when it passed. */
  readonly address: string
  readonly price: Dollars
  readonly structure: string
  readonly startedBy: string
  readonly startedAt: Date
  readonly outcome: 'bought' | 'given_up' | null
  readonly endedAt: Date | null
}

const selectAcquisitions = (db: Database | Tx, circleId: string) =>
  db
    .selectFrom('acquisitions')
    .innerJoin('properties', 'properties.id', 'acquisitions.property_id')
    .innerJoin('decision_record', 'decision_record.id', 'acquisitions.record_id')
    .select([
      'acquisitions.id',
      'acquisitions.circle_id as circleId',
      'acquisitions.property_id as propertyId',
      'acquisitions.record_id as recordId',
      'acquisitions.price',
      'acquisitions.structure',
      'acquisitions.started_by as startedBy',
      'acquisitions.started_at as startedAt',
      'acquisitions.ended_at as endedAt',
    ])
    .select(sql<string>`coalesce(decision_record.address, properties.address)`.as('address'))
    .select(sql<AcquisitionRow['outcome']>`acquisitions.outcome`.as('outcome'))
    .where('acquisitions.circle_id', '=', circleId)

/** The purchase that is going on; null before one is started and after it has ended. */
export async function readOpenAcquisition(db: Database | Tx, circleId: string): Promise<AcquisitionRow | null> {
  return (await selectAcquisitions(db, circleId).where('acquisitions.outcome', 'is', null).executeTakeFirst()) ?? null
}

/** Refuses changes of the property that is being bought. The caller has locked the circle. Its vote has closed, so nobody votes on it either. */
export async function requireNotBeingBought(tx: Tx, circleId: string, propertyId: string): Promise<void> {
  if ((await readOpenAcquisition(tx, circleId))?.propertyId === propertyId) throw new Refusal('property_being_bought')
}

/** The latest purchase, whether it goes on or has ended. */
export async function readLatestAcquisition(db: Database | Tx, circleId: string): Promise<AcquisitionRow | null> {
  const latest = selectAcquisitions(db, circleId).orderBy('acquisitions.started_at', 'desc').orderBy('acquisitions.id', 'desc')
  return (await latest.limit(1).executeTakeFirst()) ?? null
}

export type StepRow = {
  readonly id: string
  readonly key: StepKey
  /** Of an added step. */
  readonly title: string
  readonly position: number
  readonly state: StepState
  readonly assignedTo: string | null
  readonly dueDay: string | null
  readonly documentVersionId: string | null
  readonly endedBy: string | null
  readonly endedAt: Date | null
  /** Why it was skipped. */
  readonly reason: string
}

/**
 * The stored steps of a purchase in their order. *Agreement signed* and *money collected* are stored as open until the purchase ends,
 * because they follow from signatures and payments: `readStepFacts` says whether they are done.
 */
export async function readSteps(db: Database | Tx, acquisitionId: string): Promise<StepRow[]> {
  return db
    .selectFrom('acquisition_steps')
    .leftJoin('acquisition_step_texts', 'acquisition_step_texts.step_id', 'acquisition_steps.id')
    .select([
      'acquisition_steps.id',
      'position',
      'assigned_to as assignedTo',
      'due_day as dueDay',
      'document_version_id as documentVersionId',
      'ended_by as endedBy',
      'ended_at as endedAt',
    ])
    .select([
      sql<StepKey>`key`.as('key'),
      sql<StepState>`state`.as('state'),
      sql<string>`coalesce(title, '')`.as('title'),
      sql<string>`coalesce(reason, '')`.as('reason'),
    ])
    .where('acquisition_id', '=', acquisitionId)
    .orderBy('position')
    .execute()
}
