import { type RawBuilder, sql } from 'kysely'
import type { MapCluster } from '#contract/search.ts'
import type { Box } from '#domain/distance.ts'
import { clusterRadius } from '#domain/map.ts'
import type { CircleFilter } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { allOf, isVisible, nonSpatialConditions, sqlConditionsOf } from './circle-filter.ts'
import { readPointsAt } from './map-points.ts'

/** The cell levels that the database keeps counted; level n divides the world into 2^n columns. */
const countedLevels = [5, 8, 11, 14] as const

/** A map tile is 256 points wide. Cells halve it until each fits into the cluster radius. */
const columnsPerTile = 2 ** Math.ceil(Math.log2(256 / (Math.SQRT2 * clusterRadius)))

/** Limits the answer's size for any box and zoom. */
const mostColumns = 64

type Cells = { readonly first: number; readonly width: number; readonly top: number; readonly bottom: number }

const columnOf = (lng: number, level: number): number => Math.min(2 ** level - 1, Math.floor(((lng + 180) / 360) * 2 ** level))

function rowOf(lat: number, level: number): number {
  const angle = (Math.max(-85.0511, Math.min(85.0511, lat)) * Math.PI) / 180
  const part = 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)
  return Math.max(0, Math.min(2 ** level - 1, Math.floor(part * 2 ** level)))
}

function cellsOf({ south, west, north, east }: Box, level: number): Cells {
  const [first, last] = [columnOf(west, level), columnOf(east, level)]
  const width = west <= east ? last - first + 1 : Math.min(2 ** level, 2 ** level - first + last + 1)
  return { first, width, top: rowOf(north, level), bottom: rowOf(south, level) }
}

const columnsOf = ({ first, width }: Cells, level: number): number[] =>
  Array.from({ length: width }, (_, index) => (first + index) % 2 ** level)

function levelFor(box: Box, zoom: number): number {
  let level = zoom + Math.log2(columnsPerTile)
  const isTooFine = ({ width, top, bottom }: Cells) => width > mostColumns || bottom - top >= mostColumns
  while (level > 0 && isTooFine(cellsOf(box, level))) level -= 1
  return level
}

/** From the counted cells and later changes of the same cells: the cost depends on the map, not on the table. */
function countedClusters(box: Box, level: number, counted: number): RawBuilder<MapCluster> {
  const cells = cellsOf(box, counted)
  const columns = columnsOf(cells, counted)
  return sql`with cells as (
      select cell.* from unnest(${columns}::int[]) as columns (x) cross join lateral (
        select circle_cells.x, y, circles, lat_sum, lng_sum from circle_cells
        where circle_cells.level = ${counted} and circle_cells.x = columns.x and y between ${cells.top} and ${cells.bottom}) cell
      union all
      select map_column(lng, ${counted}), map_row(lat, ${counted}), step, step * lat::text::numeric, step * lng::text::numeric from circle_moves
      where map_column(lng, ${counted}) = any(${columns}::int[]) and map_row(lat, ${counted}) between ${cells.top} and ${cells.bottom})
    select sum(circles)::int as count, (sum(lat_sum) / sum(circles))::float8 as lat, (sum(lng_sum) / sum(circles))::float8 as lng
    from cells group by x >> ${counted - level}, y >> ${counted - level} having sum(circles) > 0`
}

/** For a filtered map, or a deep zoom with few circles in the box, the circles are clustered directly. */
const gatheredClusters = (filter: CircleFilter, level: number): RawBuilder<MapCluster> =>
  sql`select count(*)::int as count, avg(lat) as lat, avg(lng) as lng from circles
    where ${allOf([isVisible, sql<boolean>`circles.lat is not null`, ...sqlConditionsOf(filter)])}
    group by map_column(lng, ${level}), map_row(lat, ${level})`

/** The clusters for a map of this box at this zoom. */
export async function findClusters(db: Database, filter: CircleFilter & { readonly bbox: Box }, zoom: number): Promise<MapCluster[]> {
  const level = levelFor(filter.bbox, zoom)
  const counted = countedLevels.find((each) => each >= level)
  const isWhole = nonSpatialConditions(filter).length === 0 && !filter.near
  const query = isWhole && counted !== undefined ? countedClusters(filter.bbox, level, counted) : gatheredClusters(filter, level)
  return (await query.execute(db)).rows
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
