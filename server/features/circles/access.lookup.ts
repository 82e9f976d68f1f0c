import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { View } from './circles.lookup.ts'

/** How a person stands to a circle. */
export type Relation = {
  readonly isHidden: boolean
  readonly isMember: boolean
  readonly isOwner: boolean
  readonly isAssignedBroker: boolean
}

export async function relationTo(db: Database | Tx, circleId: string, userId: string | null): Promise<Relation | null> {
  if (!isId(circleId)) return null
  const row = await db
    .selectFrom('circles')
    .select([
      'circles.hide_circle as isHidden',
      sql<boolean>`exists (select from memberships where circle_id = circles.id and user_id = ${userId} and ended_at is null)`.as(
        'isMember',
      ),
      sql<boolean>`exists (select from memberships where circle_id = circles.id and user_id = ${userId} and ended_at is null and is_owner)`.as(
        'isOwner',
      ),
      sql<boolean>`exists (select from broker_assignments where circle_id = circles.id and broker_id = ${userId})`.as('isAssignedBroker'),
    ])
    .where('circles.id', '=', circleId)
    .where('circles.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export const isInsider = (relation: Relation, actor: Actor | null): boolean =>
  relation.isMember || relation.isAssignedBroker || actor?.isAdmin === true

/** The relation to a circle that this person may see at all; hidden and deleted ones are not there for others. */
export async function requireVisible(db: Database | Tx, circleId: string, actor: Actor | null): Promise<Relation> {
  const relation = await relationTo(db, circleId, actor?.id ?? null)
  if (!relation || (relation.isHidden && !isInsider(relation, actor))) throw new Refusal('circle_not_found')
  return relation
}

export function viewOf(relation: Relation, actor: Actor | null): View {
  if (relation.isMember || actor?.isAdmin) return 'inside'
  return relation.isAssignedBroker ? 'broker' : 'outside'
}
