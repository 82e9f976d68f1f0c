import type { Building } from './homes.ts'
import { archedDoor, balcony, pane, stoop, wideGlass } from './openings.ts'
import { bush } from './plants.ts'
import { groundLine as base, bricks, clapboards, doors, iron, pastels, plasters, roofs, type Scene, timber, trim } from './scene.ts'
import { d, darker, disc, line, polygon, rect, shape, times } from './svg.ts'

/** Two flats on each side of a timbered stair. */
export function fourplex(scene: Scene): Building {
  const { paint, random } = scene
  const wall = random.pick([...plasters, ...clapboards])
  const wood = random.pick(['#A56B48', '#8A5A3C', '#B98A5E'])
  const flat = (x: number, y: number) => wideGlass(scene, x, y, 88, 54, 2, '#3F4F4C') + balcony(scene, x - 6, y + 54, 100, 24)
  const art =
    rect(96, 78, 300, 174, paint(wall)) +
    rect(88, 66, 316, 14, paint('#3F4F4C')) +
    rect(96, 80, 300, 6, '#000', 0.08) +
    rect(210, 78, 72, 174, paint(wood)) +
    times(8, (index) => rect(218 + index * 8, 78, 1.4, 174, paint(darker(wood, 0.25)))) +
    pane(scene, 222, 92, 48, 78, { frame: '#3F4F4C', bars: 2, sill: false }) +
    archedDoor(scene, 232, base, 28, 66) +
    [110, 294].map((x) => flat(x, 96) + flat(x, 178)).join('') +
    bush(scene, 100, 256, 80, 20) +
    bush(scene, 302, 256, 96, 22)
  return { art, door: [226, 270], reach: [90, 402], stands: 'lawn' }
}

/** Three floors, three porches, one family on each. */
export function tripleDecker(scene: Scene): Building {
  const { paint, random } = scene
  const one = (x: number, color: string) => {
    const floors = times(3, (floor) => {
      const y = 66 + floor * 62
      return (
        pane(scene, x + 96, y + 12, 20, 36) +
        pane(scene, x + 122, y + 12, 20, 36) +
        pane(scene, x + 14, y + 12, 20, 36) +
        (floor === 2 ? archedDoor(scene, x + 48, base, 24, 46) : pane(scene, x + 48, y + 10, 24, 40)) +
        rect(x + 2, y + 56, 80, 5, paint(trim)) +
        rect(x + 4, y, 4, 58, paint(trim)) +
        rect(x + 76, y, 4, 58, paint(trim)) +
        (floor === 2 ? '' : balcony(scene, x + 2, y + 56, 80, 18, trim))
      )
    })
    return (
      rect(x, 62, 152, 190, paint(color)) +
      times(20, (index) => rect(x, 70 + index * 9, 152, 1, '#000', 0.06)) +
      rect(x + 86, 62, 66, 190, '#000', 0.05) +
      rect(x - 6, 52, 164, 12, paint(darker(color, 0.35))) +
      times(11, (index) => rect(x - 2 + index * 15, 64, 5, 6, paint(trim))) +
      floors
    )
  }
  const colors = random.some(clapboards, 2)
  const art = one(86, colors[0] ?? '#86A08C') + one(250, colors[1] ?? '#D8B670')
  return { art, door: [132, 162], reach: [80, 408], stands: 'street' }
}

/** Four floors of flats over an arched entrance, some with an iron stair down the front. */
export function walkUp(scene: Scene): Building {
  const { paint, random } = scene
  const wall = random.pick([...bricks, ...bricks, ...plasters.slice(0, 3), '#7E97A0', '#86A08C'])
  const [left, right] = random.pick([
    [
      [112, 160],
      [270, 318, 366],
    ],
    [
      [112, 160],
      [296, 344],
    ],
    [
      [106, 142, 178],
      [286, 322, 358],
    ],
  ] as const)
  const archedRow = random.pick([0, 0, 1, 9])
  const hasStair = random.chance(0.55)
  const stone = paint(wall.startsWith('#E') || wall.startsWith('#F') ? '#C9B48C' : '#E6D3B3')
  const stair = [0, 1]
    .map((index) => {
      const y = 100 + index * 48
      return balcony(scene, 206, y, 60, 16) + line(d`M214 ${y}L256 ${y + 48}M222 ${y}L264 ${y + 48}`, paint(iron), 1.8)
    })
    .join('')
  const columns = [...left, 216 + (hasStair ? 0 : 12), ...right]
  const art =
    rect(92, 46, 314, 206, paint(wall)) +
    rect(92, 46, 30, 206, '#000', 0.07) +
    rect(84, 36, 330, 12, paint(darker(wall, 0.4))) +
    times(16, (index) => rect(90 + index * 20, 48, 8, 7, stone)) +
    [58, 106, 154].map((y, row) => columns.map((x) => pane(scene, x, y, 26, 36, { arched: row === archedRow })).join('')).join('') +
    rect(92, 198, 314, 6, stone) +
    [110, 158, 290, 338].map((x) => pane(scene, x, 212, 32, 34, { upright: 1 })).join('') +
    archedDoor(scene, 224, base, 32, 50, undefined, '#E6D3B3') +
    (hasStair ? stair : '') +
    stoop(scene, 220, base, 40)
  return { art, door: [220, 260], reach: [86, 412], stands: 'street' }
}

/** Twin gables that share a wall. */
export function duplex(scene: Scene): Building {
  const { paint, random } = scene
  const colors = random.some(clapboards, 2)
  const roof = random.pick(roofs)
  const half = (x: number, color: string, doorX: number, windowX: number) =>
    polygon([x, 252, x, 142, x + 74, 80, x + 148, 142, x + 148, 252], paint(color)) +
    times(11, (index) => rect(x, 150 + index * 9, 148, 1, '#000', 0.06)) +
    line(d`M${x - 10} 150L${x + 74} 78L${x + 158} 150`, paint(roof), 11) +
    disc(x + 74, 116, 12, paint(trim)) +
    disc(x + 74, 116, 9, scene.isLit() ? scene.light.lit : scene.light.glass) +
    line(d`M${x + 74} 107V125M${x + 65} 116H${x + 83}`, paint(trim), 2) +
    pane(scene, x + 26, 144, 34, 38) +
    pane(scene, x + 88, 144, 34, 38) +
    archedDoor(scene, x + doorX, base, 30, 56) +
    pane(scene, x + windowX, 204, 50, 34, { upright: 2, bars: 0 }) +
    rect(x + doorX - 14, 188, 58, 6, paint(roof))
  const art =
    half(94, colors[0] ?? '#86A08C', 96, 22) +
    half(242, colors[1] ?? '#F3EAD9', 22, 76) +
    bush(scene, 104, 255, 70, 14) +
    bush(scene, 310, 255, 72, 14)
  return { art, door: [186, 298], reach: [84, 400], stands: 'lawn' }
}

/** Balconies up to the sky. */
export function tower(scene: Scene): Building {
  const { paint, random } = scene
  const wall = random.pick([...plasters, ...pastels])
  const core = random.pick([...bricks, '#5F7A80', '#3D4A48', timber])
  const storeys = [40, 74, 108, 142, 176]
  const flat = (x: number, y: number) => wideGlass(scene, x, y, 62, 25, 2) + balcony(scene, x - 5, y + 25, 72, 11)
  const planters = times(3, (index) => bush(scene, 116 + index * 88, 26, 46, 13))
  const art =
    planters +
    rect(104, 24, 272, 228, paint(wall)) +
    rect(346, 24, 30, 228, '#000', 0.06) +
    rect(98, 20, 284, 8, paint('#3F4F4C')) +
    rect(204, 10, 72, 242, paint(core)) +
    rect(198, 4, 84, 8, paint(darker(core, 0.35))) +
    storeys.map((y) => flat(124, y) + flat(294, y) + pane(scene, 222, y - 6, 36, 26, { frame: iron, bars: 0, sill: false })).join('') +
    rect(104, 210, 272, 42, paint(darker(wall, 0.16))) +
    wideGlass(scene, 114, 218, 78, 34, 3) +
    wideGlass(scene, 288, 218, 78, 34, 3) +
    archedDoor(scene, 224, base, 32, 46) +
    rect(196, 200, 88, 6, paint(iron))
  return { art, door: [218, 262], reach: [98, 382], stands: 'street' }
}

/** Rounded corners, eyebrows over the windows and a fin in the middle. */
export function deco(scene: Scene): Building {
  const { paint, random } = scene
  const wall = random.pick(pastels)
  const accent = random.pick(['#3F8A86', '#C56843', '#2F4C68', '#D99A6B'])
  const rows = [86, 132, 178]
  const art =
    shape(d`M84 252V92Q84 70 106 70H374Q396 70 396 92V252Z`, paint(wall)) +
    shape(d`M84 252V92Q84 70 106 70H118V252Z`, '#000', 0.05) +
    rect(216, 34, 48, 218, paint(trim)) +
    rect(224, 26, 8, 226, paint(accent)) +
    rect(236, 18, 8, 234, paint(accent)) +
    rect(248, 26, 8, 226, paint(accent)) +
    rows
      .map(
        (y) =>
          [102, 158, 278, 334].map((x) => pane(scene, x, y, 44, 28, { upright: 2, bars: 0, sill: false })).join('') +
          rect(94, y - 6, 116, 4, paint(accent)) +
          rect(270, y - 6, 116, 4, paint(accent)),
      )
      .join('') +
    rect(84, 218, 312, 34, paint(darker(wall, 0.1))) +
    wideGlass(scene, 98, 224, 104, 26, 3, trim) +
    wideGlass(scene, 278, 224, 104, 26, 3, trim) +
    rect(196, 206, 88, 6, paint(trim)) +
    archedDoor(scene, 224, base, 32, 42, random.pick(doors))
  return { art, door: [218, 262], reach: [82, 398], stands: 'street' }
}

/** A brick house of lofts: great gridded windows between piers, a penthouse set back on the roof. */
export function lofts(scene: Scene): Building {
  const { paint, random } = scene
  const wall = random.pick([...bricks, '#6F7A78', '#B9A88C'])
  const frame = random.pick([iron, '#26332F', '#44403C'])
  const bays = random.whole(3, 5)
  const bay = 292 / bays
  const floors = [66, 114, 162]
  const art =
    rect(168, 26, 150, 34, paint('#3F4F4C')) +
    wideGlass(scene, 178, 34, 130, 22, 4) +
    bush(scene, 106, 56, 54, 16) +
    bush(scene, 326, 56, 50, 14) +
    rect(94, 54, 292, 198, paint(wall)) +
    rect(94, 54, 26, 198, '#000', 0.07) +
    rect(86, 50, 308, 9, paint(darker(wall, 0.4))) +
    floors
      .map((y) => times(bays, (index) => pane(scene, 94 + bay * index + 7, y, bay - 14, 36, { frame, upright: bays > 4 ? 2 : 3, bars: 1 })))
      .join('') +
    rect(94, 206, 292, 46, paint(darker(wall, 0.2))) +
    times(bays, (index) => (index === 1 ? '' : wideGlass(scene, 94 + bay * index + 7, 212, bay - 14, 40, 2, frame))) +
    archedDoor(scene, 94 + bay * 1.5 - 16, base, 32, 42, undefined, '#E6D3B3') +
    rect(94 + bay - 4, 200, bay + 8, 6, paint(iron))
  return { art, door: [94 + bay * 1.5 - 20, 94 + bay * 1.5 + 20], reach: [86, 394], stands: 'street' }
}
