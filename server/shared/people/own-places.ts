import { sql } from 'kysely'
import { deletionObstacle, type OwnPlace } from '#domain/account-deletion.ts'
import { type Holding, stageOf } from '#domain/stages.ts'
import type { Database, Tx } from '#server/db/connect.ts'

export type PlaceInCircle = OwnPlace & { readonly membershipId: string; readonly circleId: string; readonly title: string }

/** A person's live memberships, by circle. A deleted circle counts as ended: it holds nobody. */
export async function readOwnPlaces(db: Database | Tx, userId: string): Promise<PlaceInCircle[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select([
      'memberships.id as membershipId',
      'memberships.circle_id as circleId',
      'memberships.is_owner as isOwner',
      'circles.title',
      sql<boolean>`circles.deleted_at is not null or circles.ended_at is not null`.as('isEnded'),
      sql<Holding | null>`circles.holding`.as('holding'),
      sql<number>`(select count(*) from arcs where arcs.circle_id = circles.id)`.as('arcs'),
      sql<number>`(select count(*) from arcs where arcs.circle_id = circles.id and membership_id is null)`.as('freeArcs'),
      sql<boolean>`exists (select from arcs where arcs.membership_id = memberships.id)`.as('holdsArcs'),
      sql<boolean>`exists (select from memberships as others where others.circle_id = circles.id
        and others.ended_at is null and others.user_id <> memberships.user_id)`.as('isShared'),
    ])
    .where('memberships.user_id', '=', userId)
    .where('memberships.ended_at', 'is', null)
    .orderBy('memberships.circle_id')
    .execute()
  return rows.map(({ isEnded, arcs, freeArcs, holding, ...row }) => ({ ...row, stage: stageOf({ isEnded, arcs, freeArcs, holding }) }))
}

/** The circles because of which a person cannot delete their account. */
export const obstaclesOf = (places: readonly PlaceInCircle[]) =>
  places.flatMap((place) => {
    const reason = deletionObstacle(place)
    return reason ? [{ _id: place.circleId, title: place.title, reason }] : []
  })
