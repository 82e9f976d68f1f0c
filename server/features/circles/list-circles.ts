import { sql } from 'kysely'
import type { AdminCircleSort } from '#contract/admin.ts'
import type { Zone } from '#domain/dates.ts'
import type { Database } from '#server/db/connect.ts'
import { type ListQuery, likePattern, readList, type SortColumns, tableDate } from '#server/db/pages.ts'
import { selectCircles } from '#server/shared/circles/circles.ts'

const memberCount = sql<number>`(select count(*) from memberships where memberships.circle_id = circles.id and memberships.ended_at is null)`
const raised = sql<number>`(select coalesce(sum(arcs.price), 0) from arcs where arcs.circle_id = circles.id and arcs.membership_id is not null)`
const creatorName = sql<string>`creator.first_name || ' ' || creator.last_name`
const visibility = sql<string>`case when circles.hide_circle then 'Hidden' else 'Visible' end`

const sortColumns = {
  title: sql`lower(circles.title)`,
  city: sql`lower(circles.city)`,
  createdBy: sql`lower(${creatorName})`,
  memberCount: 'member_count',
  currentInvestmentAmount: 'raised',
  totalTargetSize: 'circles.total_target_size',
  percentFunded: 'part_funded',
  hideCircle: visibility,
  createdAt: 'circles.created_at',
} satisfies SortColumns<AdminCircleSort>

/** Percent funded; circles without a target come last. */
const partFunded = sql<number>`coalesce(${raised} / nullif(circles.total_target_size, 0)::numeric, 0)`

/** The table's columns as text, one per line, so that a search never matches across two columns. */
const shownText = (zone: Zone) => sql`concat_ws(E'\n', circles.title, circles.city, circles.state, ${creatorName}, creator.email,
  ${memberCount}, money_label(${raised}::bigint), coalesce(money_label(circles.total_target_size), 'Not set'),
  percent_funded(${raised}::bigint, circles.total_target_size) || '%', ${visibility}, ${tableDate('circles.created_at', zone)})`

/** The administrators' table of circles: all that are not deleted, searched, sorted and paginated. */
export function listCircles(db: Database, query: ListQuery<AdminCircleSort>, zone: Zone) {
  const { search } = query
  const circles = selectCircles(db)
    .select(partFunded.as('part_funded'))
    .where('circles.deleted_at', 'is', null)
    .$if(!!search, (found) => found.where(sql<boolean>`${shownText(zone)} ilike ${likePattern(search ?? '')}`))
  return readList(circles, query, sortColumns, { by: '-createdAt', id: 'circles.id', nullable: ['totalTargetSize'] })
}
