import { percentFunded } from '#domain/funding.ts'
import { blankCanvas, type Canvas, type Colour, fill, type Outline } from './canvas.ts'
import { layRing, type Ring, type Shares, sweepOutline } from './ring.ts'
import { type Style, textOutlines, widthOf, wrap, writable } from './typeset.ts'

/** What the picture of a link shows: the product's own words, or a circle's. */
export type Card = {
  readonly title: string
  readonly place: string
  readonly lines: readonly string[]
  readonly ring: Shares
  /** What stands within the ring: how far a circle is, or the product's own arch. */
  readonly centre: 'percent' | 'arch'
}

/** The size that every reader of Open Graph tags shows uncut. */
export const cardSize = { width: 1_200, height: 630 } as const

const colours = {
  paper: '#F7F3EB',
  ink: '#1A221E',
  ink2: '#47504A',
  evergreen: '#1F5A44',
  clay: '#C56843',
  track: '#E9E2D4',
  tick: '#B9AF9B',
} as const satisfies Record<string, Colour>

/** The slots of the ring in the light scheme; whoever comes after the twelfth shares the last. */
const slots: readonly Colour[] = [
  '#1F5A44',
  '#8C7B1A',
  '#3D2A6A',
  '#5B7C83',
  '#651F3D',
  '#669857',
  '#465061',
  '#9087A8',
  '#4A3820',
  '#658BD4',
  '#4C5F10',
  '#998A81',
]

const display = (size: number): Style => ({ face: 'newsreader', size })
const plain = (size: number): Style => ({ face: 'figtree', size })

const margin = 80
const ring: Ring = { x: 880, y: 315, radius: 196, stroke: 44 }
const archScale = 14
const textWidth = ring.x - ring.radius - ring.stroke / 2 - margin - 56

function drawRing(canvas: Canvas, shares: Shares): void {
  const { arcs, track, ticks } = layRing(shares, 5 / ring.radius)
  if (track) fill(canvas, [sweepOutline(ring, track)], colours.track)
  const short = { ...ring, stroke: ring.stroke * 0.66 }
  const half = 1.5 / ring.radius
  for (const tick of ticks) fill(canvas, [sweepOutline(short, { from: tick - half, to: tick + half })], colours.tick)
  arcs.forEach((arc, index) => {
    fill(canvas, [sweepOutline(ring, arc)], slots[Math.min(index, slots.length - 1)] ?? colours.evergreen)
  })
}

function drawFigure(canvas: Canvas, shares: Shares): void {
  const raised = shares.holdings.reduce((sum, amount) => sum + amount, 0)
  const figure = shares.target === null ? '–' : String(percentFunded(raised, shares.target))
  const baseline = ring.y + 28
  const large = display(124)
  const small = display(70)
  const sign = shares.target === null ? '' : '%'
  const left = ring.x - (widthOf(figure, large) + widthOf(sign, small)) / 2
  fill(canvas, textOutlines(figure, large, left, baseline), colours.ink)
  fill(canvas, textOutlines(sign, small, left + widthOf(figure, large), baseline), colours.ink)
  if (sign) fill(canvas, textOutlines('funded', plain(30), ring.x, baseline + 48, 'middle'), colours.ink2)
}

/** The arch of the mark: a doorway with a round head. */
function archOutline(x: number, y: number, scale: number): Outline {
  const head = Array.from({ length: 25 }, (_, step) => {
    const angle = Math.PI - (Math.PI * step) / 24
    return [x + (16 + 4.6 * Math.cos(angle)) * scale, y + (16.2 - 4.6 * Math.sin(angle)) * scale]
  })
  return [...head.flat(), x + 20.6 * scale, y + 22.4 * scale, x + 11.4 * scale, y + 22.4 * scale]
}

function drawMark(canvas: Canvas, x: number, y: number, size: number): void {
  const scale = size / 32
  const circle: Ring = { x: x + 16 * scale, y: y + 16 * scale, radius: 13.4 * scale, stroke: 3.6 * scale }
  fill(canvas, [sweepOutline(circle, { from: 0.1, to: 3.516 })], colours.evergreen)
  fill(canvas, [sweepOutline(circle, { from: 3.706, to: 5.154 })], colours.clay)
  fill(canvas, [sweepOutline(circle, { from: 5.341, to: 6.183 })], colours.evergreen, 0.55)
  fill(canvas, [archOutline(x, y, scale)], colours.evergreen)
}

/** Draws the picture that a shared link shows: whose circle, where, how far, and its ring. */
export function drawCard({ title, place, lines, ring: shares, centre }: Card): Canvas {
  const canvas = blankCanvas(cardSize.width, cardSize.height, colours.paper)
  drawMark(canvas, margin, 72, 52)
  fill(canvas, textOutlines('Arcstead', display(40), margin + 68, 112), colours.ink)

  const heading = display(title.length > 44 ? 52 : 62)
  const words = wrap(writable(title), heading, textWidth, 3)
  const leading = heading.size * 1.1
  let baseline = 300 - ((words.length - 1) * leading) / 2
  for (const line of words) {
    fill(canvas, textOutlines(line, heading, margin, baseline), colours.ink)
    baseline += leading
  }
  baseline += 2
  for (const line of wrap(writable(place), plain(30), textWidth, 2)) {
    fill(canvas, textOutlines(line, plain(30), margin, baseline), colours.ink2)
    baseline += 40
  }
  lines.forEach((line, index) => {
    const style = index === 0 ? plain(32) : plain(28)
    const colour = index === 0 ? colours.evergreen : colours.ink2
    for (const text of wrap(writable(line), style, textWidth, 1)) {
      fill(canvas, textOutlines(text, style, margin, 548 - (lines.length - 1 - index) * 42), colour)
    }
  })
  drawRing(canvas, shares)
  if (centre === 'percent') drawFigure(canvas, shares)
  else fill(canvas, [archOutline(ring.x - 16 * archScale, ring.y - 16.6 * archScale, archScale)], colours.evergreen)
  return canvas
}
