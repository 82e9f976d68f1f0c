import { doors, iron, type Scene, trim } from './scene.ts'
import { d, disc, rect, shape, times } from './svg.ts'

type WindowLook = {
  readonly frame?: string
  readonly arched?: boolean
  readonly sill?: boolean
  readonly upright?: number
  readonly bars?: number
}

/** A window with its frame, glass, glint and sill; at home or dark as the hour has it. */
export function pane(scene: Scene, x: number, y: number, w: number, h: number, look: WindowLook = {}): string {
  const { light, paint } = scene
  const frame = paint(look.frame ?? trim)
  const edge = Math.max(1.6, Math.min(w, h) * 0.075)
  const isLit = scene.isLit()
  const inner = w - edge * 2
  const outline = look.arched
    ? d`M${x} ${y + h}V${y + w / 2}A${w / 2} ${w / 2} 0 0 1 ${x + w} ${y + w / 2}V${y + h}Z`
    : d`M${x} ${y}h${w}v${h}h${-w}Z`
  const glass = look.arched
    ? d`M${x + edge} ${y + h - edge}V${y + w / 2}A${inner / 2} ${inner / 2} 0 0 1 ${x + w - edge} ${y + w / 2}V${y + h - edge}Z`
    : d`M${x + edge} ${y + edge}h${inner}v${h - edge * 2}h${-inner}Z`
  const top = y + h * 0.3
  const glint = isLit
    ? shape(d`M${x + edge} ${y + h - edge}V${y + h * 0.6}h${inner}V${y + h - edge}Z`, '#E7A95C', 0.35)
    : shape(d`M${x + edge} ${y + h * 0.82}V${y + h * 0.52}L${x + w - edge} ${top}V${top + h * 0.2}Z`, '#fff', 0.16)
  const bar = Math.max(1.2, edge * 0.7)
  const uprights = look.upright ?? 1
  const bars = look.bars ?? 1
  return (
    shape(outline, frame) +
    shape(glass, isLit ? light.lit : light.glass) +
    glint +
    times(uprights, (index) =>
      rect(x + (w * (index + 1)) / (uprights + 1) - bar / 2, y + (look.arched ? edge : 0), bar, h - (look.arched ? edge : 0), frame),
    ) +
    times(bars, (index) =>
      rect(
        x,
        y + (look.arched ? Math.max(w / 2, (h * (index + 1)) / (bars + 1)) : (h * (index + 1)) / (bars + 1)) - bar / 2,
        w,
        bar,
        frame,
      ),
    ) +
    (look.sill === false ? '' : rect(x - w * 0.08, y + h, w * 1.16, Math.max(2, h * 0.05), frame))
  )
}

/** Wide modern glazing without a sill. */
export const wideGlass = (scene: Scene, x: number, y: number, w: number, h: number, uprights: number, frame = iron): string =>
  pane(scene, x, y, w, h, { frame, upright: uprights, bars: 0, sill: false })

/** An arched door with its surround, fanlight, four panels and knob, as the mark of the house has it. */
export function archedDoor(
  scene: Scene,
  x: number,
  ground: number,
  w: number,
  h: number,
  color: string = scene.random.pick(doors),
  surround: string = trim,
): string {
  const { paint } = scene
  const leaf = paint(color)
  const r = w / 2
  const top = ground - h + r
  const rim = r * 1.24
  const cx = x + r
  const fan = r * 0.8
  const panelW = w * 0.3
  const panels = [0.36, 0.62].flatMap((part, row) =>
    [0.14, 0.56].map((side) => rect(x + w * side, ground - h + h * part, panelW, h * (row === 0 ? 0.19 : 0.25), '#000', 0.14)),
  )
  return (
    shape(d`M${cx - rim} ${ground}V${top}A${rim} ${rim} 0 0 1 ${cx + rim} ${top}V${ground}Z`, paint(surround)) +
    shape(d`M${x} ${ground}V${top}A${r} ${r} 0 0 1 ${x + w} ${top}V${ground}Z`, leaf) +
    shape(d`M${cx - fan} ${top + 1}A${fan} ${fan} 0 0 1 ${cx + fan} ${top + 1}Z`, scene.light.lit) +
    panels.join('') +
    disc(x + w * 0.84, ground - h * 0.34, Math.max(1, w * 0.04), '#E9C98C')
  )
}

export function garageDoor(scene: Scene, x: number, y: number, w: number, h: number): string {
  const { paint } = scene
  return (
    rect(x - 4, y - 4, w + 8, h + 4, paint(trim)) +
    rect(x, y, w, h, paint('#D9CCB4')) +
    times(3, (index) => rect(x, y + (h * (index + 1)) / 4, w, 2, paint('#B7A88C')))
  )
}

export const balcony = (scene: Scene, x: number, y: number, w: number, h: number, color = iron): string => {
  const paint = scene.paint(color)
  const posts = Math.max(3, Math.round(w / 9.4))
  const step = (w - 6) / posts
  const rails = Array.from({ length: posts + 1 }, (_, index) => d`M${x + 3 + index * step} ${y - h}V${y}`).join('')
  return `${rect(x, y, w, 5, paint)}<path d="${rails}${d`M${x} ${y - h}h${w}`}" stroke="${paint}" stroke-width="1.8" fill="none"/>`
}

/** A striped awning with a scalloped edge. */
export function awning(scene: Scene, x: number, y: number, w: number, h: number, color: string): string {
  const { paint } = scene
  const count = Math.max(5, Math.round(w / 13) | 1)
  const step = w / count
  return (
    times(count, (index) => {
      const left = x + index * step
      const fill = paint(index % 2 === 0 ? color : trim)
      return shape(d`M${left} ${y}h${step}v${h}a${step / 2} ${step / 2.4} 0 0 1 ${-step} 0Z`, fill)
    }) + rect(x, y, w, 3, '#000', 0.12)
  )
}

/** Three steps up to a door. */
export const stoop = (scene: Scene, x: number, ground: number, w: number, color = '#C9BBA1'): string =>
  times(3, (index) => rect(x - 12 + index * 4, ground - 4 - index * 4, w + 24 - index * 8, 4, scene.paint(index % 2 ? '#B5A78D' : color)))
