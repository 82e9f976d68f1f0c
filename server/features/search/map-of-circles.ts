import type { CircleMap } from '#contract/search.ts'
import type { Box } from '#domain/distance.ts'
import type { CircleFilter } from '#domain/search.ts'
import type { Database } from '#server/db/connect.ts'
import { findClusters, nameLoneCircles } from './map-clusters.ts'
import { readPoints } from './map-points.ts'

/** Up to this number the page gets every match and clusters them itself; see bench/README.md. */
export const wholeMapLimit = 10_000

/** A part of the map with at most this many is returned as points. */
export const partOfMapLimit = 200

const world: Box = { south: -90, west: -180, north: 90, east: 180 }

/** Every match as a point, or clusters at this zoom if there are more than `pointsAtMost`. */
export async function readMapOfCircles(db: Database, filter: CircleFilter, zoom: number, pointsAtMost: number): Promise<CircleMap> {
  const clusters = await findClusters(db, { ...filter, bbox: filter.bbox ?? world }, zoom)
  const total = clusters.reduce((sum, cluster) => sum + cluster.count, 0)
  if (total > pointsAtMost) return { form: 'clusters', items: await nameLoneCircles(db, filter, clusters), total }
  const items = await readPoints(db, filter)
  return { form: 'points', items, total: items.length }
}
