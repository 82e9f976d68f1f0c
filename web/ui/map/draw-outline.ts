import { cellDegrees, cellName, hasCell, loadCell, loadOverview, localUnits, type Sheet } from './atlas.ts'
import { latAt, lngAt, type MapView, scaleOf, worldX, worldY } from './mercator.ts'
import type { Palette } from './palette.ts'

/** From this zoom level on, counties and small towns are drawn. */
const minCellZoom = 6.5

/** How far, in degrees, the built-up area of the largest town can extend into neighbouring cells. */
const townOverlapDegrees = 0.3

type Context = OffscreenCanvasRenderingContext2D

/** A sheet, and the part of the view that it covers, in pixels. */
export type Piece = { readonly sheet: Sheet; readonly rect: readonly [number, number, number, number]; readonly isOverview: boolean }

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Loads the sheets of a view: the overview for small scales and for areas without a cell, cells for large scales. */
export async function piecesOf(view: MapView): Promise<Piece[]> {
  const scale = scaleOf(view.zoom)
  const whole = [0, 0, view.width, view.height] as const
  const overview = async (): Promise<Piece[]> => {
    const sheet = await loadOverview()
    return sheet ? [{ sheet, rect: whole, isOverview: true }] : []
  }
  if (view.zoom < minCellZoom) return overview()

  const columnAt = (x: number, more: number) => Math.floor((lngAt(x / scale) + more) / cellDegrees)
  const rowAt = (y: number, more: number) => Math.floor((latAt(y / scale) + more) / cellDegrees)
  const cells = range(columnAt(view.left, -townOverlapDegrees), columnAt(view.left + view.width, townOverlapDegrees)).flatMap((column) =>
    range(rowAt(view.top + view.height, -townOverlapDegrees), rowAt(view.top, townOverlapDegrees)).map((row) => ({ column, row })),
  )
  const isCoveredByCells = cells.every(({ column, row }) => hasCell(cellName(column, row)))
  const loaded = cells.map(async ({ column, row }): Promise<Piece[]> => {
    const sheet = await loadCell(column, row)
    if (!sheet) return []
    const left = worldX(column * cellDegrees) * scale - view.left
    const top = worldY((row + 1) * cellDegrees) * scale - view.top
    const right = worldX((column + 1) * cellDegrees) * scale - view.left
    const bottom = worldY(row * cellDegrees) * scale - view.top
    return [{ sheet, rect: [left, top, right - left, bottom - top], isOverview: false }]
  })
  return (await Promise.all([...(isCoveredByCells ? [] : [overview()]), ...loaded])).flat()
}

/** The built-up radius grows more slowly than the population, because larger cities are denser. */
const builtUpMetres = (population: number): number => 85 * population ** 0.36

const equatorMetres = 40_075_017

/** An irregular shape, always the same for the same town. */
function addTownShape(path: Path2D, x: number, y: number, radius: number, seed: number): void {
  const corners = radius < 3 ? 8 : 28
  for (let corner = 0; corner < corners; corner += 1) {
    const angle = (corner / corners) * 2 * Math.PI
    const reach =
      radius * (1 + 0.2 * Math.sin(2 * angle + seed) + 0.14 * Math.sin(3 * angle + seed * 3.1) + 0.08 * Math.sin(7 * angle + seed * 7))
    const [px, py] = [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
    if (corner === 0) path.moveTo(px, py)
    else path.lineTo(px, py)
  }
  path.closePath()
}

function townShapes(pieces: readonly Piece[], view: MapView): Path2D {
  const scale = scaleOf(view.zoom)
  const path = new Path2D()
  for (const { x, y, population } of pieces.flatMap(({ sheet }) => sheet.places)) {
    const [px, py] = [x * scale - view.left, y * scale - view.top]
    const radius = (builtUpMetres(population) * scale) / (equatorMetres * Math.cos((latAt(y) * Math.PI) / 180))
    const reach = radius * 1.5
    const isOutside = px < -reach || py < -reach || px > view.width + reach || py > view.height + reach
    if (!isOutside && radius > 0.6) addTownShape(path, px, py, radius, (x + y) * 9_973)
  }
  return path
}

type Pen = { readonly fill: (path: Path2D, color: string) => void; readonly stroke: (path: Path2D, color: string, width: number) => void }

/** Draws inside the piece's part of the view, in the units of its sheet. */
function drawInPiece(context: Context, { sheet, rect }: Piece, view: MapView, draw: (pen: Pen) => void): void {
  const scale = scaleOf(view.zoom)
  const perUnit = scale / localUnits
  context.save()
  context.beginPath()
  // Half a pixel wider, because otherwise seams between cells would be visible.
  context.rect(rect[0] - 0.5, rect[1] - 0.5, rect[2] + 1, rect[3] + 1)
  context.clip()
  context.translate(sheet.originX * scale - view.left, sheet.originY * scale - view.top)
  context.scale(perUnit, perUnit)
  context.lineJoin = 'round'
  const stroke = (path: Path2D, color: string, width: number) => {
    context.strokeStyle = color
    context.lineWidth = width / perUnit
    context.stroke(path)
  }
  const fill = (path: Path2D, color: string) => {
    context.fillStyle = color
    context.fill(path, 'evenodd')
    // Also stroked, so that there is no gap between neighbouring areas.
    stroke(path, color, 0.6)
  }
  draw({ fill, stroke })
  context.restore()
}

/** Draws land, towns and borders in this order; everything left transparent becomes water. */
export function drawOutline(context: Context, pieces: readonly Piece[], view: MapView, palette: Palette): void {
  const tones = [palette.park, palette.hill, palette.land]
  for (const piece of pieces) {
    // A cell replaces the overview, because it has more detail.
    if (!piece.isOverview) context.clearRect(...piece.rect)
    drawInPiece(context, piece, view, ({ fill }) => {
      fill(piece.sheet.land, palette.land)
      fill(piece.sheet.nation, palette.land)
      for (const [index, path] of piece.sheet.settled.entries()) fill(path, tones[index] ?? palette.land)
    })
  }
  // Only on land: a coastal town must not extend into the sea.
  context.globalCompositeOperation = 'source-atop'
  context.fillStyle = palette.block
  context.fill(townShapes(pieces, view))
  for (const piece of pieces) {
    const { sheet, isOverview } = piece
    drawInPiece(context, piece, view, ({ stroke }) => {
      if (!isOverview) for (const path of sheet.settled) stroke(path, palette.line, 0.8)
      stroke(sheet.states, palette.border, isOverview ? 0.9 : 1.3)
    })
  }
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = palette.water
  context.fillRect(0, 0, view.width, view.height)
  context.globalCompositeOperation = 'source-over'
}
