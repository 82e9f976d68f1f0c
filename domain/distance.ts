export type Point = { readonly lat: number; readonly lng: number }

/** In degrees. If the box crosses the date line, `west` is greater than `east`. */
export type Box = { readonly south: number; readonly west: number; readonly north: number; readonly east: number }

/** The longest name of a city, a state or another place. */
export const longestPlaceName = 120

export const earthRadiusMiles = 3958.8

export const metresOfMiles = (miles: number): number => miles * 1609.34

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI

/** Great-circle distance by the haversine formula, which is exact for near points; the cap avoids rounding errors for opposite ones. */
export function milesBetween(a: Point, b: Point): number {
  const byLat = Math.sin(radians(b.lat - a.lat) / 2) ** 2
  const byLng = Math.sin(radians(b.lng - a.lng) / 2) ** 2
  const haversine = byLat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * byLng
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(Math.min(1, haversine)))
}

const wrapped = (lng: number): number => (lng < -180 ? lng + 360 : lng > 180 ? lng - 360 : lng)

// About a millimetre, so that rounding never excludes a point right on the circle.
const slack = 1e-8

/** A box that contains every point within this many miles: an index looks it up before distances are measured. */
export function boundingBox(center: Point, miles: number): Box {
  const angle = miles / earthRadiusMiles
  const south = center.lat - degrees(angle) - slack
  const north = center.lat + degrees(angle) + slack
  // A circle around a pole crosses every meridian.
  if (south <= -90 || north >= 90) return { south: Math.max(-90, south), west: -180, north: Math.min(90, north), east: 180 }
  const reach = Math.min(1, Math.sin(angle) / Math.cos(radians(center.lat)))
  const halfWidth = degrees(Math.asin(reach)) + slack
  return { south, west: wrapped(center.lng - halfWidth), north, east: wrapped(center.lng + halfWidth) }
}

/** A box across the date line is two boxes. */
export const halvesOf = ({ south, west, north, east }: Box): Box[] =>
  west <= east
    ? [{ south, west, north, east }]
    : [
        { south, west, north, east: 180 },
        { south, west: -180, north, east },
      ]

export function isInBox({ lat, lng }: Point, { south, west, north, east }: Box): boolean {
  if (lat < south || lat > north) return false
  return west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
}
