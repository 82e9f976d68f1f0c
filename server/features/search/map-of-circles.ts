import type { CircleMap } from '#contract/search.ts'
import type { Box } from '#domain/distance.ts'
import type { CircleFilter } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { findClusters, nameLoneCircles } from './map-clusters.ts'
import { readPoints } from './map-points.ts'

/** Up to here the page gets every match once and gathers them itself; see bench/README.md. */
export const wholeMapLimit = 10_000

/** A part of the map with so few is shown one by one. */
export const partOfMapLimit = 200

const world: Box = { south: -90, west: -180, north: 90, east: 180 }

/** Every match as a point, or, where they are more than `pointsAtMost`, their clusters at this zoom. */
export async function mapOfCircles(db: Database, filter: CircleFilter, zoom: number, pointsAtMost: number): Promise<CircleMap> {
  const clusters = await findClusters(db, { ...filter, bbox: filter.bbox ?? world }, zoom)
  const total = clusters.reduce((sum, cluster) => sum + cluster.count, 0)
  if (total > pointsAtMost) return { form: 'clusters', items: await nameLoneCircles(db, filter, clusters), total }
  const items = await readPoints(db, filter)
  return { form: 'points', items, total: items.length }
}
