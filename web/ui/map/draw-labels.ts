import type { Piece } from './draw-outline.ts'
import { type MapView, scaleOf } from './mercator.ts'
import type { Palette } from './palette.ts'

/** In pixels of the view. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** The smallest labelled population per zoom level; below the first level there are no labels. */
const minPopulations = [500_000, 250_000, 90_000, 30_000, 9_000, 2_500] as const
const firstLabelledZoom = 4.5

const minPopulationAt = (zoom: number): number =>
  zoom < firstLabelledZoom ? Number.POSITIVE_INFINITY : (minPopulations[Math.floor(zoom - firstLabelledZoom)] ?? 0)

/** Towns of at least this size have a larger label. */
const minCityPopulation = 400_000

const overlaps = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Draws the largest towns first and skips labels that would overlap. A label is below its place, so that a marker does not cover it. */
export function drawLabels(
  context: OffscreenCanvasRenderingContext2D,
  pieces: readonly Piece[],
  view: MapView,
  palette: Palette,
  size: number,
  keepFree: readonly Box[],
): void {
  const scale = scaleOf(view.zoom)
  const minPopulation = minPopulationAt(view.zoom)
  const towns = pieces
    .flatMap(({ sheet }) => sheet.places)
    .filter(({ population }) => population >= minPopulation)
    .sort((a, b) => b.population - a.population)
  const taken: Box[] = [...keepFree]
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.strokeStyle = palette.land
  context.fillStyle = palette.label
  for (const { name, x, y, population } of towns) {
    const isCity = population >= minCityPopulation && view.zoom >= 6
    const fontSize = isCity ? size + 3 : size
    const [px, py] = [x * scale - view.left, y * scale - view.top + fontSize]
    if (px < 0 || py < 0 || px > view.width || py > view.height) continue
    context.font = `${isCity ? 600 : 500} ${fontSize}px "Figtree Variable", sans-serif`
    const half = context.measureText(name).width / 2
    const box = { left: px - half - 8, right: px + half + 8, top: py - fontSize * 0.9, bottom: py + fontSize * 0.9 }
    const isCut = box.left < 0 || box.right > view.width || box.top < 0 || box.bottom > view.height
    if (isCut || taken.some((other) => overlaps(box, other))) continue
    taken.push(box)
    context.lineWidth = 4
    context.strokeText(name, px, py)
    context.fillText(name, px, py)
  }
}
