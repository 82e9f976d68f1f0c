import { sql } from 'kysely'
import type { MapCluster } from '#contract/search.ts'
import type { Box } from '#domain/distance.ts'
import { clusterRadius } from '#domain/map.ts'
import type { CircleFilter } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { plannedEachTime } from '#server/db/prepared.ts'
import { allOf, conditionsOf, isVisible } from './circle-filter.ts'
import { readPointsAt } from './map-points.ts'

/** A map tile is 256 points wide. Cells halve it until each fits into the cluster radius. */
const columnsPerTile = 2 ** Math.ceil(Math.log2(256 / (Math.SQRT2 * clusterRadius)))

/** Limits the answer's size for any box and zoom. */
const mostColumns = 64

/** Cells divide the web maps' square world (Mercator) into 2^level columns and rows, from the north-west. */
const columnOf = (lng: number, level: number): number => Math.min(2 ** level - 1, Math.floor(((lng + 180) / 360) * 2 ** level))

function rowOf(lat: number, level: number): number {
  const angle = (Math.max(-85.0511, Math.min(85.0511, lat)) * Math.PI) / 180
  const part = 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)
  return Math.max(0, Math.min(2 ** level - 1, Math.floor(part * 2 ** level)))
}

/** The latitude at the northern end of a row. */
const northOf = (row: number, level: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** level))) * 180) / Math.PI

/** The rows and columns of a box. */
function cellsOf({ south, west, north, east }: Box, level: number) {
  const [first, last] = [columnOf(west, level), columnOf(east, level)]
  const width = west <= east ? last - first + 1 : Math.min(2 ** level, 2 ** level - first + last + 1)
  return { width, top: rowOf(north, level), bottom: rowOf(south, level) }
}

function levelFor(box: Box, zoom: number): number {
  let level = zoom + Math.log2(columnsPerTile)
  const isTooFine = ({ width, top, bottom }: ReturnType<typeof cellsOf>) => width > mostColumns || bottom - top >= mostColumns
  while (level > 0 && isTooFine(cellsOf(box, level))) level -= 1
  return level
}

/** The clusters for a map of this box at this zoom. Sums, because `avg` also adds up squares, which takes a sixth longer in all. */
export async function findClusters(db: Database, filter: CircleFilter & { readonly bbox: Box }, zoom: number): Promise<MapCluster[]> {
  const level = levelFor(filter.bbox, zoom)
  const { top, bottom } = cellsOf(filter.bbox, level)
  // From south to north, as `width_bucket` needs them.
  const edges = Array.from({ length: bottom - top }, (_, nth) => northOf(bottom - nth, level))
  const { rows } = await sql<MapCluster>`${plannedEachTime}
    select count(*)::int as count, sum(circles.lat) / count(*) as lat, sum(circles.lng) / count(*) as lng from circles
    where ${allOf([isVisible, sql<boolean>`circles.lat is not null`, ...conditionsOf(filter)])}
    group by least(width_bucket(circles.lng, -180::float8, 180::float8, ${2 ** level}::int), ${2 ** level}::int),
      width_bucket(circles.lat, ${edges}::float8[])`.execute(db)
  return rows
}

/** A cluster of one is replaced by that circle. */
export async function nameLoneCircles(db: Database, filter: CircleFilter, clusters: readonly MapCluster[]): Promise<MapCluster[]> {
  const points = await readPointsAt(
    db,
    filter,
    clusters.filter((cluster) => cluster.count === 1),
  )
  return clusters.map((cluster) => {
    const circle = cluster.count === 1 ? points.get(`${cluster.lat},${cluster.lng}`) : undefined
    return circle ? { ...cluster, circle } : cluster
  })
}
