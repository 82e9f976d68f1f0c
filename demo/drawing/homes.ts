import { archedDoor, balcony, garageDoor, pane, wideGlass } from './openings.ts'
import { bush, pine } from './plants.ts'
import { groundLine as base, bricks, clapboards, doors, plasters, roofs, type Scene, stuccos, timber, trim } from './scene.ts'
import { blend, d, darker, line, polygon, rect, shape, times } from './svg.ts'

/** A building on its plot: the art, where its way in begins, and the room it takes. */
export type Building = {
  readonly art: string
  readonly door: readonly [left: number, right: number]
  readonly reach: readonly [left: number, right: number]
  readonly stands: 'lawn' | 'street' | 'woods'
}

const chimney = (scene: Scene, x: number, top: number, tall: number, color: string = scene.random.pick(bricks)): string =>
  rect(x, top, 24, tall, scene.paint(color)) + rect(x - 4, top - 5, 32, 8, scene.paint(darker(color, 0.3)))

const boards = (x: number, y: number, w: number, h: number, step = 9): string =>
  times(Math.floor(h / step) - 1, (index) => rect(x, y + (index + 1) * step, w, 1, '#000', 0.07))

/** Low and wide under a hipped roof, with a garage. */
export function bungalow(scene: Scene): Building {
  const { paint, random } = scene
  const wall = paint(random.pick([...plasters, ...clapboards]))
  const roof = random.pick(roofs)
  const art =
    chimney(scene, 300, 74, 60) +
    rect(70, 168, 330, 84, wall) +
    rect(70, 168, 330, 10, '#000', 0.1) +
    polygon([44, 174, 150, 112, 330, 112, 428, 174], paint(roof)) +
    polygon([44, 174, 428, 174, 424, 180, 48, 180], paint(darker(roof, 0.3))) +
    pane(scene, 92, 192, 84, 42, { upright: 2, bars: 0 }) +
    archedDoor(scene, 208, base, 32, 66) +
    garageDoor(scene, 272, 194, 104, 58) +
    rect(186, 178, 6, 74, paint(timber)) +
    rect(250, 178, 6, 74, paint(timber)) +
    bush(scene, 76, 254, 96, 22)
  return { art, door: [272, 376], reach: [44, 428], stands: 'lawn' }
}

/** A steep gable with a porch: a cottage from a story. */
export function cottage(scene: Scene): Building {
  const { paint, random } = scene
  const wall = random.pick(clapboards)
  const roof = random.pick(roofs)
  const gable = [118, 160, 202, 70, 286, 160]
  const art =
    chimney(scene, 318, 76, 50) +
    polygon([196, 96, 352, 96, 396, 168, 270, 168], paint(roof)) +
    rect(260, 166, 122, 86, paint(wall)) +
    boards(260, 166, 122, 86) +
    rect(260, 166, 122, 9, '#000', 0.1) +
    polygon([126, 252, 126, 156, 202, 76, 278, 156, 278, 252], paint(wall)) +
    boards(126, 156, 152, 96) +
    line(d`M${gable[0] ?? 0} ${(gable[1] ?? 0) + 6}L202 72L${gable[4] ?? 0} ${(gable[5] ?? 0) + 6}`, paint(darker(roof, 0.15)), 11) +
    pane(scene, 186, 104, 32, 42, { arched: true }) +
    pane(scene, 144, 182, 40, 46, { upright: 1 }) +
    archedDoor(scene, 222, base, 34, 66) +
    pane(scene, 290, 190, 34, 40) +
    pane(scene, 336, 190, 34, 40) +
    rect(206, 176, 66, 7, paint(darker(roof, 0.15))) +
    polygon([200, 178, 239, 160, 278, 178], paint(roof)) +
    bush(scene, 286, 254, 88, 20) +
    bush(scene, 130, 255, 60, 16)
  return { art, door: [222, 256], reach: [112, 398], stands: 'lawn' }
}

/** Two even storeys, five windows above and four below, shutters on all. */
export function colonial(scene: Scene): Building {
  const { paint, random } = scene
  const isBrick = random.chance(0.4)
  const wall = random.pick(isBrick ? bricks : clapboards)
  const roof = random.pick(roofs)
  const shutter = paint(random.pick(doors))
  const shuttered = (x: number, y: number) => rect(x - 9, y, 7, 40, shutter) + rect(x + 30, y, 7, 40, shutter) + pane(scene, x, y, 28, 40)
  const columns = [112, 170, 228, 286, 344]
  const art =
    chimney(scene, 108, 62, 50) +
    chimney(scene, 350, 62, 50) +
    polygon([78, 122, 120, 76, 362, 76, 404, 122], paint(roof)) +
    rect(92, 120, 298, 132, paint(wall)) +
    (isBrick ? '' : boards(92, 120, 298, 132)) +
    rect(84, 118, 314, 7, paint(trim)) +
    rect(92, 125, 298, 7, '#000', 0.1) +
    columns.map((x) => shuttered(x, 138)).join('') +
    columns
      .filter((x) => x !== 228)
      .map((x) => shuttered(x, 196))
      .join('') +
    polygon([208, 196, 242, 178, 276, 196], paint(trim)) +
    rect(212, 194, 60, 5, paint(trim)) +
    rect(214, 198, 6, 54, paint(trim)) +
    rect(264, 198, 6, 54, paint(trim)) +
    archedDoor(scene, 228, base, 28, 50) +
    bush(scene, 96, 255, 106, 14) +
    bush(scene, 282, 255, 106, 14)
  return { art, door: [226, 258], reach: [80, 402], stands: 'lawn' }
}

/** Long, low and full of glass, under one sloping roof. */
export function midcentury(scene: Scene): Building {
  const { paint, random } = scene
  const wall = random.pick([...plasters, ...stuccos])
  const accent = random.pick([...doors])
  const block = times(24, (index) => rect(316 + (index % 4) * 19, 170 + Math.floor(index / 4) * 13.6, 17, 11.6, '#000', 0.06))
  const art =
    rect(66, 166, 340, 86, paint(wall)) +
    rect(160, 150, 148, 102, paint(timber)) +
    times(13, (index) => rect(166 + index * 11, 150, 1.4, 102, paint(darker(timber, 0.25)))) +
    polygon([44, 166, 44, 154, 330, 118, 436, 158, 436, 168, 330, 132], paint('#4A423B')) +
    polygon([66, 164, 330, 132, 406, 162, 406, 176, 66, 176], paint(darker(wall, 0.12))) +
    wideGlass(scene, 76, 178, 80, 62, 2) +
    wideGlass(scene, 196, 160, 104, 70, 2) +
    rect(314, 168, 78, 84, paint(wall)) +
    block +
    archedDoor(scene, 166, base, 26, 62, accent) +
    rect(66, 240, 92, 12, paint('#A9977C')) +
    times(7, (index) => rect(70 + index * 13, 240, 1.4, 12, '#000', 0.12)) +
    bush(scene, 208, 254, 84, 16)
  return { art, door: [164, 194], reach: [46, 436], stands: 'lawn' }
}

/** An iron flue with a thread of smoke. */
const flue = ({ paint, light }: Scene, x: number, top: number): string =>
  rect(x, top, 9, 60, paint('#3B3632')) +
  rect(x - 3, top - 4, 15, 6, paint('#2B2420')) +
  line(
    d`M${x + 4} ${top - 6}C${x - 10} ${top - 24} ${x + 16} ${top - 36} ${x + 2} ${top - 60}`,
    blend(light.sky[0], '#FFF8EA', 0.5),
    3,
    0.6,
  )

/** The lit A-frame on its deck. */
export function cabin(scene: Scene): Building {
  const { paint, random, light } = scene
  const wood = random.pick(['#8A5A3C', '#9A6A47', '#7B4E36'])
  const art =
    times(9, (index) => pine(scene, 24 + index * 54 + random.between(-12, 12), 226, random.between(58, 96), true)) +
    (random.chance(0.6) ? flue(scene, 268, 92) : '') +
    polygon([204, 92, 238, 84, 336, 240, 300, 252], paint('#2B2420')) +
    polygon([204, 90, 100, 252, 308, 252], paint('#3B2C24')) +
    polygon([204, 112, 118, 252, 290, 252], paint(wood)) +
    polygon([204, 138, 150, 244, 258, 244], light.lit) +
    polygon([204, 190, 176, 244, 258, 244, 231, 191], '#E7A95C', 0.3) +
    line(d`M204 140V244M177 190H231M177 190V244M231 190V244`, paint('#4A3222'), 4) +
    rect(84, 248, 272, 8, paint('#6B4A36')) +
    rect(76, 254, 288, 6, paint('#4A3222')) +
    times(5, (index) => rect(96 + index * 58, 258, 5, 8, paint('#3B2C24'))) +
    times(2, (index) => pine(scene, 40 + index * 26, 262 + index * 4, random.between(120, 150))) +
    times(3, (index) => pine(scene, 372 + index * 40, 260 + index * 3, random.between(112, 166)))
  return { art, door: [190, 220], reach: [0, 480], stands: 'woods' }
}

/** Thick earth walls with rounded shoulders, beams and a blue door. */
export function adobe(scene: Scene): Building {
  const { paint, random } = scene
  const earth = random.pick(stuccos)
  const block = (x: number, top: number, w: number, color: string) =>
    shape(d`M${x} 252V${top + 10}Q${x} ${top} ${x + 12} ${top}H${x + w - 12}Q${x + w} ${top} ${x + w} ${top + 10}V252Z`, paint(color)) +
    shape(d`M${x} 252V${top + 10}Q${x} ${top} ${x + 12} ${top}H${x + 18}V252Z`, '#3A1F14', 0.08)
  const beams = (x: number, y: number, count: number) =>
    times(count, (index) => rect(x + index * 22, y, 8, 8, paint('#5B3A28')) + rect(x + index * 22 + 3, y + 8, 3, 14, '#3A1F14', 0.12))
  const art =
    block(236, 116, 148, earth) +
    beams(252, 134, 6) +
    pane(scene, 262, 150, 34, 40, { frame: '#7B5238', sill: false }) +
    pane(scene, 326, 150, 34, 40, { frame: '#7B5238', sill: false }) +
    block(84, 158, 212, darker(earth, 0.05)) +
    beams(102, 174, 8) +
    pane(scene, 104, 198, 36, 38, { frame: '#7B5238', sill: false }) +
    archedDoor(scene, 172, base, 34, 62, random.pick(['#2F5F6E', '#2F4C68', '#1F5A44']), darker(earth, 0.3)) +
    pane(scene, 238, 198, 36, 38, { frame: '#7B5238', sill: false }) +
    rect(304, 208, 92, 44, paint(darker(earth, 0.12))) +
    rect(300, 204, 100, 7, paint(darker(earth, 0.22))) +
    line(d`M398 250V132M410 250V132M398 146H410M398 166H410M398 186H410M398 206H410M398 226H410`, paint('#5B3A28'), 3)
  return { art, door: [172, 206], reach: [80, 414], stands: 'lawn' }
}

/** A house on stilts with galleries, for places where the water comes up. */
export function beachHouse(scene: Scene): Building {
  const { paint, random } = scene
  const wall = random.pick(clapboards)
  const roof = random.pick(['#5F7A80', '#6B7F7A', '#8A5A4A', '#54626A'])
  const art =
    times(6, (index) => rect(116 + index * 50, 206, 7, 48, paint('#7B6B58'))) +
    rect(120, 212, 254, 40, '#000', 0.1) +
    rect(118, 138, 256, 66, paint(wall)) +
    boards(118, 138, 256, 66) +
    polygon([96, 142, 150, 88, 342, 88, 396, 142], paint(roof)) +
    polygon([212, 100, 246, 66, 280, 100], paint(darker(roof, 0.15))) +
    rect(222, 98, 48, 28, paint(wall)) +
    pane(scene, 234, 100, 24, 24, { sill: false }) +
    rect(92, 140, 308, 6, paint(trim)) +
    pane(scene, 138, 156, 30, 42) +
    pane(scene, 182, 156, 30, 42) +
    archedDoor(scene, 232, 204, 28, 48) +
    pane(scene, 280, 156, 30, 42) +
    pane(scene, 324, 156, 30, 42) +
    times(5, (index) => rect(104 + index * 70, 146, 5, 60, paint(trim))) +
    rect(92, 202, 308, 6, paint('#B9A88C')) +
    balcony(scene, 96, 200, 122, 20, trim) +
    balcony(scene, 274, 200, 122, 20, trim) +
    polygon([218, 206, 274, 206, 296, 254, 196, 254], paint('#C9BBA1')) +
    times(5, (index) => rect(214 - index * 4, 214 + index * 8, 64 + index * 8, 2, '#000', 0.1))
  return { art, door: [198, 294], reach: [90, 402], stands: 'lawn' }
}
