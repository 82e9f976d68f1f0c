import { type RawBuilder, sql } from 'kysely'

/** In SQL: whether arcs of this full circle are offered to others now. */
export const areArcsOpenToOthers = (circleId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from offered_arcs join offer_to_others on offer_to_others.offer_id = offered_arcs.offer_id
    where offered_arcs.circle_id = ${circleId}
      and not exists (select from offer_ends where offer_ends.offer_id = offered_arcs.offer_id))`
