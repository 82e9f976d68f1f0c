import { type SelectQueryBuilder, sql } from 'kysely'
import type { Circle } from '#contract/circles.ts'
import type { MinimumShareSize } from '#domain/choices.ts'
import { percentFunded } from '#domain/funding.ts'
import { type Holding, type Stage, stageOf } from '#domain/stages.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { DB } from '#server/db/schema.generated.ts'
import { criteriaOf, criterionColumns } from './criterion-columns.ts'

/** `email` is null if the person hides it from members; `private_email` is for administrators. */
type Person = { id: string; first_name: string; last_name: string; email: string | null; private_email: string | null }
type Broker = Person & { is_exclusive: boolean; assigned_at: string }

/** Without those that only searches need. */
const columns = [
  'circles.id',
  'circles.title',
  'circles.description',
  'circles.city',
  'circles.state',
  'circles.lat',
  'circles.lng',
  'circles.hide_circle',
  'circles.hidden_by_admin',
  'circles.deleted_at',
  'circles.ended_at',
  'circles.holding',
  'circles.created_by',
  'circles.created_at',
  'circles.updated_at',
  'circles.total_target_size',
  'circles.minimum_share_size',
  'circles.owner_investment_amount',
  'circles.geographic_radius',
  ...criterionColumns.map((column) => `circles.${column}` as const),
] as const

/** Circles with everything that API answers contain. Each part is a subquery on an index of its own table. */
export function selectCircles(db: Database | Tx) {
  return db
    .selectFrom('circles')
    .innerJoin('users as creator', 'creator.id', 'circles.created_by')
    .select(columns)
    .select([
      'creator.first_name as creator_first_name',
      'creator.last_name as creator_last_name',
      'creator.email as creator_private_email',
      // A creator who has left is no longer a member, so members don't see the address.
      sql<
        string | null
      >`case when not creator.hide_email_from_members and exists (select from memberships where memberships.circle_id = circles.id
        and memberships.user_id = creator.id and memberships.ended_at is null) then creator.email end`.as('creator_email'),
      sql<number>`(select count(*) from memberships where memberships.circle_id = circles.id and memberships.ended_at is null)`.as(
        'member_count',
      ),
      sql<number>`(select coalesce(sum(arcs.price), 0) from arcs where arcs.circle_id = circles.id and arcs.membership_id is not null)::bigint`.as(
        'raised',
      ),
      sql<number>`(select count(*) from arcs where arcs.circle_id = circles.id)`.as('shares_total'),
      sql<number[]>`(select coalesce(json_agg(arcs.price order by arcs.number), '[]') from arcs
        where arcs.circle_id = circles.id and arcs.membership_id is null)`.as('open_prices'),
      sql<number[]>`(select coalesce(json_agg(held.amount order by held.is_owner desc, held.created_at, held.id), '[]') from
        (select memberships.id, memberships.is_owner, memberships.created_at, sum(arcs.price) as amount
        from memberships join arcs on arcs.membership_id = memberships.id
        where memberships.circle_id = circles.id and memberships.ended_at is null group by memberships.id) as held)`.as('holdings'),
      sql<
        Broker[]
      >`(select coalesce(json_agg(json_build_object('id', users.id, 'first_name', users.first_name, 'last_name', users.last_name,
        'email', case when not users.hide_email_from_members then users.email end, 'private_email', users.email, 'is_exclusive', broker_assignments.is_exclusive, 'assigned_at', broker_assignments.assigned_at)
        order by broker_assignments.assigned_at, users.id), '[]')
        from broker_assignments join users on users.id = broker_assignments.broker_id where broker_assignments.circle_id = circles.id)`.as(
        'brokers',
      ),
    ])
}

export type CircleRow =
  ReturnType<typeof selectCircles> extends SelectQueryBuilder<DB, never, infer Row>
    ? Row
    : Awaited<ReturnType<ReturnType<typeof selectCircles>['executeTakeFirstOrThrow']>>

/**
 * How much of a circle's people an answer shows. `outside`: first name and initial. `broker`: full names. `inside` (members): also e-mail
 * addresses that are not hidden. `admin`: every address.
 */
export type View = 'outside' | 'broker' | 'inside' | 'admin'

function showPerson(person: Person, view: View, shortLastName: boolean) {
  const email = view === 'admin' ? person.private_email : view === 'inside' ? person.email : null
  const lastName = view === 'outside' && shortLastName ? initial(person.last_name) : person.last_name
  return {
    ...(view === 'outside' ? {} : { _id: person.id }),
    firstName: person.first_name,
    lastName,
    ...(email ? { email } : {}),
  }
}

const initial = (lastName: string) => (lastName ? `${[...lastName][0]}.` : '')

export const stageOfRow = (row: CircleRow): Stage =>
  stageOf({
    isEnded: row.ended_at !== null,
    arcs: row.shares_total,
    freeArcs: row.open_prices.length,
    holding: row.holding as Holding | null,
  })

export function toCircle(row: CircleRow, view: View): Circle {
  const brokers = row.brokers.map((broker) => ({
    ...showPerson(broker, view, false),
    isExclusive: broker.is_exclusive,
    assignedAt: new Date(broker.assigned_at).toISOString(),
  }))
  const creator = {
    id: row.created_by,
    first_name: row.creator_first_name,
    last_name: row.creator_last_name,
    email: row.creator_email,
    private_email: row.creator_private_email,
  }
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    location: { city: row.city, state: row.state, lat: row.lat, lng: row.lng },
    hideCircle: row.hide_circle,
    isDeleted: row.deleted_at !== null,
    stage: stageOfRow(row),
    createdBy: showPerson(creator, view, true),
    assignedBrokers: brokers.filter((broker) => !broker.isExclusive),
    exclusiveAssignedBroker: brokers.find((broker) => broker.isExclusive) ?? null,
    investmentCriteria: {
      totalTargetSize: row.total_target_size,
      minimumShareSize: row.minimum_share_size as MinimumShareSize | null,
      ownerInvestmentAmount: row.owner_investment_amount,
      geographicRadius: row.geographic_radius,
      ...criteriaOf(row),
      currentInvestmentAmount: row.raised,
    },
    memberCount: row.member_count,
    currentInvestmentAmount: row.raised,
    percentFunded: percentFunded(row.raised, row.total_target_size),
    sharesTotal: row.shares_total,
    sharesAvailable: row.open_prices.length,
    openArcPrices: row.open_prices,
    holdings: row.holdings,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export async function findCircle(db: Database | Tx, id: string): Promise<CircleRow | undefined> {
  if (!isId(id)) return undefined
  return selectCircles(db).where('circles.id', '=', id).where('circles.deleted_at', 'is', null).executeTakeFirst()
}
