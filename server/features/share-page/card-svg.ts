import { arcColours, brand } from '#domain/brand.ts'
import { percentFunded } from '#domain/funding.ts'
import { type Card, cardSize } from './card.ts'
import { type Style, textSvg, wrap } from './card-text.ts'
import { layRing, type Ring, type Shares, sweepSvg } from './ring.ts'

const display = (size: number): Style => ({ family: 'Newsreader', size })
const plain = (size: number): Style => ({ family: 'Figtree', size })

const margin = 80
const ring: Ring = { x: 880, y: 315, radius: 196, stroke: 44 }
const archScale = 14
const textWidth = ring.x - ring.radius - ring.stroke / 2 - margin - 56

function ringSvg(shares: Shares): string[] {
  const { arcs, track, ticks } = layRing(shares, 5 / ring.radius)
  const short = { ...ring, stroke: ring.stroke * 0.66 }
  const half = 1.5 / ring.radius
  return [
    track ? sweepSvg(ring, track, brand.track) : '',
    ...ticks.map((tick) => sweepSvg(short, { from: tick - half, to: tick + half }, brand.tick)),
    ...arcs.map((arc, index) => sweepSvg(ring, arc, arcColours[Math.min(index, arcColours.length - 1)] ?? brand.evergreen)),
  ]
}

function figureSvg(shares: Shares): string[] {
  const place = { x: ring.x, y: ring.y + 28, colour: brand.ink, anchor: 'middle' } as const
  if (shares.target === null) return [textSvg('–', display(124), place)]
  const raised = shares.holdings.reduce((sum, amount) => sum + amount, 0)
  const figure = percentFunded(raised, shares.target)
  return [
    textSvg(String(figure), display(124), place, { text: '%', size: 70 }),
    textSvg('funded', plain(30), { ...place, y: place.y + 48, colour: brand.ink2 }),
  ]
}

/** The arch of the mark: a doorway with a round head. */
const archSvg = (x: number, y: number, scale: number): string =>
  `<path transform="translate(${x} ${y}) scale(${scale})" d="M11.4 22.4V16.2a4.6 4.6 0 0 1 9.2 0v6.2Z" fill="${brand.evergreen}"/>`

function markSvg(x: number, y: number, size: number): string[] {
  const scale = size / 32
  const circle: Ring = { x: x + 16 * scale, y: y + 16 * scale, radius: 13.4 * scale, stroke: 3.6 * scale }
  return [
    sweepSvg(circle, { from: 0.1, to: 3.516 }, brand.evergreen),
    sweepSvg(circle, { from: 3.706, to: 5.154 }, brand.clay),
    sweepSvg(circle, { from: 5.341, to: 6.183 }, brand.evergreen, 0.55),
    archSvg(x, y, scale),
  ]
}

function wordsSvg({ title, place, lines }: Card): string[] {
  const write = (text: string, style: Style, y: number, colour: string) => textSvg(text, style, { x: margin, y, colour })
  const heading = display(title.length > 44 ? 52 : 62)
  const headingLines = wrap(title, heading, textWidth, 3)
  const leading = heading.size * 1.1
  const top = 300 - ((headingLines.length - 1) * leading) / 2
  const below = top + headingLines.length * leading + 2
  return [
    ...headingLines.map((line, index) => write(line, heading, top + index * leading, brand.ink)),
    ...wrap(place, plain(30), textWidth, 2).map((line, index) => write(line, plain(30), below + index * 40, brand.ink2)),
    ...lines.flatMap((line, index) => {
      const [style, colour] = index === 0 ? [plain(32), brand.evergreen] : [plain(28), brand.ink2]
      return wrap(line, style, textWidth, 1).map((text) => write(text, style, 548 - (lines.length - 1 - index) * 42, colour))
    }),
  ]
}

/** The picture that a shared link shows: whose circle, where, how far, and its ring. */
export function cardSvg(card: Card): string {
  const { width, height } = cardSize
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${brand.paper}"/>`,
    ...markSvg(margin, 72, 52),
    textSvg('Arcstead', display(40), { x: margin + 68, y: 112, colour: brand.ink }),
    ...wordsSvg(card),
    ...ringSvg(card.ring),
    ...(card.centre === 'percent' ? figureSvg(card.ring) : [archSvg(ring.x - 16 * archScale, ring.y - 16.6 * archScale, archScale)]),
    '</svg>',
  ].join('\n')
}
