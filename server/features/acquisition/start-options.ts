import { sql } from 'kysely'
import type { StartOptions } from '#contract/acquisition.ts'
import { startConditions } from '#domain/acquisition-steps.ts'
import type { Preference } from '#domain/choices.ts'
import { countStanding, type Rules } from '#domain/outcome.ts'
import { fullName } from '#domain/person.ts'
import type { Stage } from '#domain/stages.ts'
import { type Holding, holdersAt } from '#domain/weights.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { readStage } from '#server/shared/stages/stages.ts'

type Vote = { readonly user: string; readonly preference: Preference }
type Passed = {
  readonly id: string
  readonly address: string
  readonly price: number
  readonly recordId: string
  readonly passedAt: Date
  readonly votes: readonly Vote[]
}

/** The properties that passed at their closing date, as they were decided on, newest first. */
async function readPassed(db: Database | Tx, circleId: string): Promise<Passed[]> {
  const { rows } = await sql<Passed>`
    select properties.id, record.address, record.price, record.id as "recordId", record.at as "passedAt",
      (select coalesce(json_agg(json_build_object('user', user_id, 'preference', preference)), '[]')
        from preferences where preferences.property_id = properties.id) as votes
    from properties join decisions on decisions.property_id = properties.id
    join decision_record as record on record.id = decisions.closed_by_record
    where properties.circle_id = ${circleId} and properties.deleted_at is null and record.state = 'passes'
    order by record.at desc, properties.id`.execute(db)
  return rows
}

type Named = { readonly _id: string; readonly name: string }

/** Holders who have not agreed to the current charter, the longest member first. */
export async function readNotAgreed(db: Database | Tx, circleId: string, version: number): Promise<Named[]> {
  const { rows } = await sql<{ id: string; firstName: string; lastName: string }>`
    select users.id, first_name as "firstName", last_name as "lastName" from memberships join users on users.id = memberships.user_id
    where circle_id = ${circleId} and ended_at is null and exists (select from arcs where arcs.membership_id = memberships.id)
      and not exists (select from charter_acceptances
        where charter_acceptances.membership_id = memberships.id and charter_acceptances.version = ${version})
    order by memberships.created_at, memberships.id`.execute(db)
  return rows.map((row) => ({ _id: row.id, name: fullName(row) }))
}

export type StartBasis = {
  readonly stage: Stage
  readonly rules: Rules
  readonly charterVersion: number
  readonly holdings: readonly Holding[]
  readonly notAgreed: readonly Named[]
  readonly passed: readonly Passed[]
}

export async function readStartBasis(db: Database | Tx, circleId: string): Promise<StartBasis> {
  const charter = await readCurrentCharter(db, circleId)
  return {
    stage: await readStage(db, circleId),
    rules: charter.rules,
    charterVersion: charter.version,
    holdings: await readHoldings(db, circleId),
    notAgreed: await readNotAgreed(db, circleId, charter.version),
    passed: await readPassed(db, circleId),
  }
}

/** Each condition of buying this property. Without a property that passed, the conditions on it are not met. */
export function conditionsOf({ stage, rules, holdings, notAgreed }: StartBasis, property: Passed | undefined) {
  // Every arc counts that is held now, however short a time.
  const standing = property && countStanding(rules, holdersAt(holdings, null), property.votes, true)
  return startConditions({
    stage,
    isClosedAndPassed: property !== undefined,
    passesNow: standing?.state === 'passes',
    notAgreed: notAgreed.length,
  }).map((condition) => ({ ...condition, waitsFor: condition.key === 'charter' ? [...notAgreed] : [] }))
}

async function readOwner(db: Database | Tx, circleId: string): Promise<Named | null> {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.first_name as firstName', 'users.last_name as lastName'])
    .where('circle_id', '=', circleId)
    .where('is_owner', '=', true)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ? { _id: row.id, name: fullName(row) } : null
}

/** What the circle could buy, and for each property what is still missing. */
export async function readStartOptions(db: Database | Tx, circleId: string, readerId: string): Promise<StartOptions> {
  const basis = await readStartBasis(db, circleId)
  const owner = await readOwner(db, circleId)
  const properties = basis.passed.map((property) => ({
    _id: property.id,
    address: property.address,
    price: property.price,
    passedAt: property.passedAt.toISOString(),
    conditions: conditionsOf(basis, property),
  }))
  const isAnyReady = properties.some(({ conditions }) => conditions.every(({ isMet }) => isMet))
  return { properties, mayStart: isAnyReady && owner?._id === readerId, owner }
}
