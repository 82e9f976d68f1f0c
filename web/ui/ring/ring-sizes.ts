export type RingSize = 28 | 64 | 72 | 88 | 140 | 160 | 180 | 240 | 264 | 280 | 284

type YouLine = { readonly width: number; readonly away: number }

type RingShape = {
  readonly stroke: number
  readonly pad: number
  readonly gap: number
  /** `text` is the small sans-serif figure, `display` the serif one, with a caption when `captioned`. */
  readonly figure: 'none' | 'text' | 'display'
  readonly captioned: boolean
  readonly tick: number
  readonly you: YouLine | null
  readonly initials: boolean
  /** Cards show a check mark when fully funded, gauges and pages 100%. */
  readonly checksWhenFull: boolean
}

const tiny: RingShape = {
  stroke: 5,
  pad: 0.5,
  gap: 1.2,
  figure: 'none',
  captioned: false,
  tick: 0,
  you: null,
  initials: false,
  checksWhenFull: false,
}
const small: RingShape = { ...tiny, stroke: 7, pad: 3.5, gap: 1.6, figure: 'text', tick: 1, you: { width: 1.6, away: 2.6 } }
const card: RingShape = {
  ...small,
  stroke: 9,
  pad: 5,
  gap: 2,
  figure: 'display',
  you: { width: 2, away: 3.6 },
  checksWhenFull: true,
}
const lead: RingShape = { ...card, stroke: 14, pad: 3, gap: 3, captioned: true, tick: 1.5, you: { width: 2.5, away: 5.5 } }
const panel: RingShape = { ...lead, pad: 10, checksWhenFull: false }
const page: RingShape = { ...panel, stroke: 22, pad: 30, initials: true }

const ringShapes: Readonly<Record<RingSize, RingShape>> = {
  28: tiny,
  64: small,
  72: small,
  88: card,
  140: lead,
  160: panel,
  180: { ...panel, stroke: 15, pad: 6 },
  240: { ...page, stroke: 19 },
  264: page,
  280: page,
  284: page,
}

/** Without initials, a page's ring uses their space too. */
const pageAlone = 6

/** Maximum font size of the figure. */
const largestFigure = 68

export function measureRing(size: RingSize, hasOutside: boolean) {
  const shape = ringShapes[size]
  const pad = shape.initials && !hasOutside ? pageAlone : shape.pad
  const radius = size / 2 - pad - shape.stroke / 2
  const inner = 2 * radius - shape.stroke
  const part = shape.initials ? 0.345 : 0.34
  const figureSize = shape.captioned ? Math.min(Math.round(inner * part), largestFigure) : 20
  return { ...shape, centre: size / 2, radius, inner, outer: radius + shape.stroke / 2, figureSize }
}
