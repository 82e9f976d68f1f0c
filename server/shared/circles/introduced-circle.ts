import { sql } from 'kysely'
import { calendarDayOf, utc } from '#domain/dates.ts'
import type { IntroducedCircle } from '#domain/introduction.ts'
import { defaultCirclePageSize } from '#domain/pages.ts'
import type { Database } from '#server/db/connect.ts'
import type { CircleCache } from './circle-cache.ts'
import type { CircleRow } from './circles.ts'

/** The newest visible circles, from which one is chosen. Bounds the cost, however many circles there are. */
const candidates = 200

/** A circle that is filling up, not one of the first page if possible. The same in every process on the same day. */
async function chooseCircle(db: Database, day: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from (select id, row_number() over (order by created_at desc, id) as place from circles
      where not hide_circle and deleted_at is null order by created_at desc, id limit ${candidates}) newest
    where exists (select from arcs where arcs.circle_id = newest.id and arcs.membership_id is null)
      and exists (select from arcs where arcs.circle_id = newest.id and arcs.membership_id is not null)
    order by place <= ${defaultCirclePageSize}, md5(id::text || ${day}::text) limit 1`.execute(db)
  return rows[0]?.id ?? null
}

function toIntroduced(row: CircleRow | undefined): IntroducedCircle | null {
  const isFilling = row && !row.hide_circle && row.open_prices.length > 0 && row.holdings.length > 0
  if (!isFilling || row.total_target_size === null) return null
  return {
    _id: row.id,
    title: row.title,
    city: row.city,
    totalTargetSize: row.total_target_size,
    sharesTotal: row.shares_total,
    openArcPrices: row.open_prices,
    holdings: row.holdings,
  }
}

/** The circle that visitors are shown as an example, as it is now. Chosen once a day, and again when it has filled up or is gone. */
export function introducedCircles(db: Database, circles: CircleCache, now: () => Date = () => new Date()) {
  let chosen: { readonly day: string; readonly id: string } | null = null
  return async (): Promise<IntroducedCircle | null> => {
    const day = calendarDayOf(now(), utc)
    if (chosen?.day === day) {
      const kept = toIntroduced((await circles.find(chosen.id))?.row)
      if (kept) return kept
    }
    const id = await chooseCircle(db, day)
    chosen = id === null ? null : { day, id }
    return id === null ? null : toIntroduced((await circles.find(id))?.row)
  }
}
