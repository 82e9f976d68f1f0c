import { sql } from 'kysely'
import type { MapPoint } from '#contract/search.ts'
import { percentFunded } from '#domain/funding.ts'
import type { CircleFilter } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { plannedEachTime } from '#server/db/prepared.ts'
import { allOf, conditionsOf, isVisible, nonSpatialConditions } from './circle-filter.ts'

type PointRow = {
  readonly id: string
  readonly lat: number
  readonly lng: number
  readonly title: string
  readonly city: string
  readonly target: number | null
  readonly raised: number
}

const columns = sql`circles.id, circles.lat, circles.lng, circles.title, circles.city, circles.total_target_size as target,
  (select coalesce(sum(arcs.price), 0) from arcs where arcs.circle_id = circles.id and arcs.membership_id is not null)::bigint as raised`

const isOnMap = sql<boolean>`circles.lat is not null`

const toPoint = ({ id, lat, lng, title, city, target, raised }: PointRow): MapPoint => ({
  _id: id,
  lat,
  lng,
  title,
  city,
  percent: percentFunded(raised, target),
})

export async function readPoints(db: Database, filter: CircleFilter): Promise<MapPoint[]> {
  const { rows } = await sql<PointRow>`${plannedEachTime} select ${columns} from circles
    where ${allOf([isVisible, isOnMap, ...conditionsOf(filter)])} order by circles.created_at desc, circles.id`.execute(db)
  return rows.map(toPoint)
}

/** The one matching circle at each of these places, by place. */
export async function readPointsAt(db: Database, filter: CircleFilter, places: readonly { lat: number; lng: number }[]) {
  const lats = places.map((place) => place.lat)
  const lngs = places.map((place) => place.lng)
  const { rows } = await sql<PointRow>`select circle.* from unnest(${lats}::float8[], ${lngs}::float8[]) as place (lat, lng)
    cross join lateral (select ${columns} from circles
      where ${allOf([isVisible, sql<boolean>`circles.lat = place.lat and circles.lng = place.lng`, ...nonSpatialConditions(filter)])} limit 1) circle`.execute(
    db,
  )
  return new Map(rows.map((row) => [`${row.lat},${row.lng}`, toPoint(row)]))
}
