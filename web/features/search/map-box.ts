import type { Box } from '#domain/distance.ts'
import type { MapBox } from './map-source.ts'

const wrapped = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180

const short = (degrees: number): number => Math.round(degrees * 10_000) / 10_000

type Bounds = { getWest(): number; getSouth(): number; getEast(): number; getNorth(): number }

/** The visible area in normal degrees. Leaflet counts past 180 after the map was dragged around the world. */
export function boxOf(bounds: Bounds): Box {
  const [south, north] = [Math.max(-90, bounds.getSouth()), Math.min(90, bounds.getNorth())].map(short) as [number, number]
  if (bounds.getEast() - bounds.getWest() >= 360) return { south, west: -180, north, east: 180 }
  return { south, west: short(wrapped(bounds.getWest())), north, east: short(wrapped(bounds.getEast())) }
}

export const toMapBox = ({ west, south, east, north }: Box): MapBox => [west, south, east, north]

/** Across the date line, Leaflet expects the eastern edge beyond 180. */
export const cornersOf = ({ west, south, east, north }: Box): [[number, number], [number, number]] => [
  [south, west],
  [north, east < west ? east + 360 : east],
]
