import { sql } from 'kysely'
import type { Arc } from '#domain/arcs.ts'
import { type Holding, type Stage, stageOf } from '#domain/stages.ts'
import type { Tx } from '#server/db/connect.ts'
import { charterOf, currentCharter } from '#server/shared/deciding/charters.ts'

/** What a purchase is decided on. The caller has locked the circle. */
export async function readPurchaseFacts(tx: Tx, circleId: string, buyerId: string) {
  const { isEnded, holding, charter, ...facts } = await tx
    .selectFrom('circles')
    .select([
      sql<boolean>`circles.ended_at is not null`.as('isEnded'),
      sql<Holding | null>`circles.holding`.as('holding'),
      sql<Arc[]>`(select coalesce(json_agg(json_build_object('number', number, 'price', price, 'isFree', membership_id is null)
        order by number), '[]') from arcs where arcs.circle_id = circles.id)`.as('arcs'),
      currentCharter.as('charter'),
      sql<string | null>`(select memberships.id from memberships
        where memberships.circle_id = circles.id and memberships.user_id = ${buyerId} and memberships.ended_at is null)`.as('membershipId'),
      sql<number>`(select count(*) from open_decisions
        where open_decisions.circle_id = circles.id and property_id is not null)`.as('openProperties'),
      sql<boolean>`exists (select from signature_requests where signature_requests.circle_id = circles.id
        and withdrawn_at is null and is_of_all)`.as('asksAllToSign'),
      sql<Stage | null>`(select stage from stage_history
        where stage_history.circle_id = circles.id order by stage_history.id desc limit 1)`.as('datedStage'),
    ])
    .where('circles.id', '=', circleId)
    .executeTakeFirstOrThrow()
  const stage = stageOf({ isEnded, arcs: facts.arcs.length, freeArcs: facts.arcs.filter((arc) => arc.isFree).length, holding })
  return { ...facts, stage, charter: charterOf(charter) }
}
