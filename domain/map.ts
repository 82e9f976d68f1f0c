import { milesBetween, type Point } from './distance.ts'

export const mapStart: { readonly center: Point; readonly zoom: number } = { center: { lat: 39.83, lng: -98.58 }, zoom: 5 }
export const zoomOnPlace = 10

/** On a narrow map the same centre at zoom 5 would show no circles. */
export const narrowMap = { below: 700, zoom: 3 } as const

export const mapStartOf = (width: number): typeof mapStart => (width < narrowMap.below ? { ...mapStart, zoom: narrowMap.zoom } : mapStart)

type MarkerKind = 'yours' | 'full' | 'available'

export const markerKindOf = (isMine: boolean, percentFunded: number): MarkerKind =>
  isMine ? 'yours' : percentFunded === 100 ? 'full' : 'available'
export const clusterRadius = 50

type ClusterSize = 'small' | 'medium' | 'large'

export const clusterSize = (count: number): ClusterSize => (count < 10 ? 'small' : count < 100 ? 'medium' : 'large')

/** A circle without coordinates is neither on the map nor near anything. */
export function pointOf(location: { readonly lat: number | null; readonly lng: number | null }): Point | null {
  const { lat, lng } = location
  return lat === null || lng === null ? null : { lat, lng }
}

export const formatMiles = (miles: number): string => `${miles.toFixed(1)} miles`

export const formatDistance = (from: Point, to: Point): string => formatMiles(milesBetween(from, to))
