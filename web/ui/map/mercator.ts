export type LatLng = { readonly lat: number; readonly lng: number }

/** Width of the world in pixels at zoom 0, the standard of tile services. */
export const worldSize = 256

export const scaleOf = (zoom: number): number => worldSize * 2 ** zoom

/** Web Mercator as fractions of the world: 0 at the date line and the northern edge, 1 at the opposite edges. */
export const worldX = (lng: number): number => (lng + 180) / 360

export function worldY(lat: number): number {
  const sine = Math.sin((Math.max(-85.0511, Math.min(85.0511, lat)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

export const lngAt = (x: number): number => x * 360 - 180

export const latAt = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

const equatorMetres = 40_075_016.686

/** The zoom level, possibly fractional, at which the distance covers this many pixels. */
export const zoomFor = (metres: number, lat: number, pixels: number): number =>
  Math.log2((pixels * equatorMetres * Math.cos((lat * Math.PI) / 180)) / (metres * worldSize))

/** A rectangle of the world to draw: position of its corner at its scale, size, and device pixel ratio. */
export type MapView = {
  readonly left: number
  readonly top: number
  readonly zoom: number
  readonly width: number
  readonly height: number
  readonly ratio: number
}

/** The view that shows a place at the given pixel position. */
export function viewAround(
  place: LatLng,
  zoom: number,
  size: { readonly width: number; readonly height: number; readonly ratio: number },
  at: { readonly x: number; readonly y: number },
): MapView {
  const scale = scaleOf(zoom)
  return { ...size, zoom, left: worldX(place.lng) * scale - at.x, top: worldY(place.lat) * scale - at.y }
}
