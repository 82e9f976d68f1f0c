import type { Building } from './homes.ts'
import { archedDoor, pane, stoop } from './openings.ts'
import { bush } from './plants.ts'
import { groundLine as base, bricks, clapboards, pastels, plasters, roofs, type Scene, timber, trim } from './scene.ts'
import { d, darker, line, polygon, rect, shape, times } from './svg.ts'

type House = { readonly x: number; readonly w: number; readonly top: number; readonly wall: string }

const cornice = ({ paint }: Scene, { x, w, top, wall }: House): string =>
  rect(x - 3, top - 6, w + 6, 7, paint(trim)) +
  rect(x, top + 1, w, 7, paint(darker(wall, 0.25))) +
  times(Math.round(w / 13), (index) => rect(x + 5 + index * 13, top + 1, 5, 7, paint('#F0E4CE')))

function mansard(scene: Scene, { x, w, top }: House): string {
  const { paint, random } = scene
  const roof = paint(random.pick(['#4B5A66', '#3D4A48', '#44403C']))
  const dormers = [0.24, 0.6].map((part) => {
    const left = x + w * part
    return (
      shape(
        d`M${left - 4} ${top - 6}V${top - 34}A${w * 0.11} ${w * 0.11} 0 0 1 ${left + w * 0.22 - 4} ${top - 34}V${top - 6}Z`,
        paint(trim),
      ) + pane(scene, left, top - 38, w * 0.22 - 8, 30, { arched: true, sill: false })
    )
  })
  return (
    polygon([x + 2, top - 5, x + 10, top - 50, x + w - 10, top - 50, x + w - 2, top - 5], roof) +
    rect(x + 6, top - 54, w - 12, 6, paint('#2E3937')) +
    dormers.join('')
  )
}

function gable(scene: Scene, { x, w, top, wall }: House): string {
  const peak = top - w * 0.42
  return (
    polygon([x - 2, top - 4, x + w / 2, peak, x + w + 2, top - 4], scene.paint(darker(wall, 0.22))) +
    polygon([x + 12, top - 4, x + w / 2, peak + 12, x + w - 12, top - 4], scene.paint(wall)) +
    pane(scene, x + w / 2 - 11, top - 38, 22, 28, { arched: true })
  )
}

function garden(scene: Scene, { x, w, top }: House): string {
  const wood = scene.paint(timber)
  return (
    times(3, (index) => rect(x + 12 + (index * (w - 28)) / 2, top - 44, 4, 40, wood)) +
    rect(x + 4, top - 46, w - 8, 5, wood) +
    times(8, (index) => rect(x + 8 + (index * (w - 18)) / 7, top - 50, 3, 6, wood)) +
    line(d`M${x + 14} ${top - 40}Q${x + w / 2} ${top - 22} ${x + w - 14} ${top - 40}`, '#F5D59A', 1.6) +
    bush(scene, x + 6, top - 4, w * 0.3, 20) +
    bush(scene, x + w * 0.58, top - 4, w * 0.36, 26)
  )
}

function front(scene: Scene, house: House, doorOnRight: boolean): string {
  const { paint, random } = scene
  const { x, w, top, wall } = house
  const arched = random.chance(0.4)
  const tall = (base - 66 - top - 16) / 2
  const columns = [0.12, 0.4, 0.68]
  const upper = [0, 1]
    .map((row) =>
      columns
        .map((part) => pane(scene, x + w * part, top + 18 + row * tall, w * 0.2, tall * 0.68, { arched: arched && row === 0 }))
        .join(''),
    )
    .join('')
  const doorX = doorOnRight ? x + w * 0.62 : x + w * 0.12
  const bayX = doorOnRight ? x + w * 0.1 : x + w * 0.46
  const bay = random.chance(0.5)
    ? rect(bayX - 3, base - 56, w * 0.46, 5, paint(trim)) +
      polygon(
        [bayX, base - 50, bayX + w * 0.42, base - 50, bayX + w * 0.39, base - 4, bayX + w * 0.03, base - 4],
        paint(darker(wall, 0.16)),
      ) +
      times(3, (index) => pane(scene, bayX + 4 + index * w * 0.13, base - 44, w * 0.1, 30, { sill: false }))
    : pane(scene, bayX + 4, base - 52, w * 0.16, 36) + pane(scene, bayX + w * 0.24, base - 52, w * 0.16, 36)
  return (
    rect(x, top, w, base - top, paint(wall)) +
    rect(x, top, w * 0.1, base - top, '#000', 0.07) +
    upper +
    (random.chance(0.65) ? rect(x, base - 66, w, 4, paint(trim)) : '') +
    bay +
    stoop(scene, doorX, base, w * 0.2) +
    archedDoor(scene, doorX, base - 10, w * 0.2, 46)
  )
}

/** A row of narrow houses, each with a roof of its own mind. */
export function terrace(scene: Scene): Building {
  const { random } = scene
  const walls = random.some([...bricks.slice(0, 3), ...plasters.slice(0, 3), '#86A08C', '#7E97A0', '#D8B670'], 5)
  const tops = random.some([mansard, gable, garden, mansard, gable], 5)
  const shift = random.between(-40, 0)
  const art = walls
    .map((wall, index) => {
      const house = { x: shift - 20 + index * 126, w: 126, top: 92 + random.pick([-14, -6, 0, 8]), wall }
      return front(scene, house, random.chance(0.5)) + (tops[index] ?? gable)(scene, house) + cornice(scene, house)
    })
    .join('')
  return { art, door: [0, 0], reach: [84, 396], stands: 'street' }
}

/** Painted fronts with bays from the street to the gable. */
export function paintedLadies(scene: Scene): Building {
  const { paint, random } = scene
  const walls = random.some([...pastels, ...clapboards.slice(0, 4)], 5)
  const art = walls
    .map((wall, index) => {
      const x = -34 + index * 112
      const bay = paint(darker(wall, 0.07))
      const peak = 44 + (index % 2) * 8
      return (
        rect(x, 96, 112, 156, paint(wall)) +
        rect(x + 109, 100, 3, 152, '#000', 0.1) +
        polygon([x - 4, 98, x + 54, peak, x + 112, 98], paint(random.pick(roofs))) +
        polygon([x + 10, 98, x + 54, peak + 14, x + 98, 98], paint(wall)) +
        pane(scene, x + 44, 72, 20, 24, { arched: true, sill: false }) +
        rect(x - 2, 96, 112, 5, paint(trim)) +
        times(9, (tooth) => rect(x + 2 + tooth * 12, 101, 5, 5, paint(trim))) +
        polygon([x + 8, 112, x + 62, 112, x + 62, 206, x + 8, 206], bay) +
        rect(x + 5, 108, 60, 5, paint(trim)) +
        rect(x + 5, 156, 60, 5, paint(trim)) +
        rect(x + 5, 204, 60, 6, paint(trim)) +
        [112, 162]
          .map((y) => times(3, (pillar) => pane(scene, x + 12 + pillar * 17, y + 6, 13, 34, { sill: false, bars: 1, upright: 0 })))
          .join('') +
        [118, 168].map((y) => pane(scene, x + 76, y, 20, 32, { arched: y === 118 })).join('') +
        rect(x + 10, 214, 54, 38, paint(darker(wall, 0.18))) +
        rect(x + 16, 222, 42, 30, paint('#D9CCB4')) +
        rect(x + 16, 236, 42, 2, paint('#B7A88C')) +
        stoop(scene, x + 76, base, 20) +
        archedDoor(scene, x + 75, base - 10, 22, 38)
      )
    })
    .join('')
  return { art, door: [0, 0], reach: [80, 420], stands: 'street' }
}
