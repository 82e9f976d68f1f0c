import type { Building } from './homes.ts'
import { archedDoor, awning, pane, wideGlass } from './openings.ts'
import { groundLine as base, bricks, clapboards, doors, iron, plasters, type Scene, timber, trim } from './scene.ts'
import { d, darker, line, polygon, rect, shape, times } from './svg.ts'

/** The saw-toothed brick hall with arched doors and its chimney. */
export function mill(scene: Scene): Building {
  const { paint, random, light } = scene
  const wall = random.pick(bricks)
  const [teeth, bays] = random.pick([
    [4, 6],
    [4, 6],
    [3, 5],
    [5, 7],
  ] as const)
  const tooth = 368 / teeth
  const bay = 368 / bays
  const half = bay * 0.34
  const roof = times(teeth, (index) => {
    const x = 56 + index * tooth
    return polygon([x, 88, x, 46, x + tooth, 88], paint('#3D4A48')) + polygon([x + 5, 88, x + 5, 55, x + 16, 60, x + 16, 88], light.lit)
  })
  const openings = times(bays, (index) => {
    const middle = 56 + bay * (index + 0.5)
    const arch = d`M${middle - half} 252V${186 + half}A${half} ${half} 0 0 1 ${middle + half} ${186 + half}V252`
    return (
      pane(scene, middle - half, 106, half * 2, 54, { arched: true, frame: '#26332F' }) +
      shape(arch, scene.isLit() ? light.lit : light.glass) +
      line(arch, paint('#C98A6B'), 3) +
      rect(middle - 1.2, 186, 2.4, 66, paint('#26332F'))
    )
  })
  const stack = random.pick([118, 118, 298])
  const art =
    polygon([stack, 86, stack + 5, 22, stack + 29, 22, stack + 34, 86], paint(darker(wall, 0.18))) +
    rect(stack + 1, 18, 32, 8, paint(darker(wall, 0.4))) +
    rect(stack + 3, 40, 28, 3, paint('#E6D3B3'), 0.7) +
    roof +
    rect(56, 84, 368, 168, paint(wall)) +
    rect(52, 82, 376, 8, paint(darker(wall, 0.4))) +
    rect(56, 90, 36, 162, '#000', 0.07) +
    openings
  return { art, door: [0, 0], reach: [44, 440], stands: 'street' }
}

/** A long shed with loading doors, the sun on its roof. */
export function warehouse(scene: Scene): Building {
  const { paint, random, light } = scene
  const wall = random.pick(['#B9B2A0', '#8FA39B', '#C9B48C', '#A9977C', '#7E97A0'])
  const stripe = random.pick(doors)
  const panels = times(6, (index) => {
    const x = 82 + index * 56
    const foot = 92 + (Math.abs(x + 18 - 240) * 22) / 188
    return (
      polygon([x, foot + 6, x + 12, foot - 10, x + 44, foot - 10, x + 32, foot + 6], paint('#2F4C58')) +
      rect(x + 12, foot - 10, 32, 1.6, '#FFF8EA', 0.35)
    )
  })
  const dock = (x: number) =>
    rect(x - 4, 178, 60, 74, paint(darker(wall, 0.35))) +
    rect(x, 182, 52, 70, paint('#E2DACB')) +
    times(6, (index) => rect(x, 192 + index * 10, 52, 1.6, paint('#B7A88C'))) +
    rect(x + 10, 200, 12, 7, light.glass) +
    rect(x + 30, 200, 12, 7, light.glass)
  const art =
    panels +
    polygon([52, 110, 240, 88, 428, 110, 428, 118, 52, 118], paint(darker(wall, 0.4))) +
    rect(60, 116, 360, 136, paint(wall)) +
    times(29, (index) => rect(66 + index * 12.4, 118, 1.2, 134, '#000', 0.07)) +
    rect(60, 142, 360, 14, paint(stripe)) +
    times(8, (index) => rect(74 + index * 43, 122, 28, 12, scene.isLit() ? light.lit : light.glass)) +
    [138, 216, 294].map(dock).join('') +
    archedDoor(scene, 78, base, 28, 52) +
    wideGlass(scene, 366, 184, 46, 46, 1) +
    rect(130, 166, 226, 6, paint(iron)) +
    times(4, (index) => rect(128 + index * 74, 172, 4, 8, paint(iron)))
  return { art, door: [0, 0], reach: [50, 430], stands: 'street' }
}

/** A brick works with its water tower and silos. */
export function brewery(scene: Scene): Building {
  const { paint, random } = scene
  const wall = random.pick(bricks)
  const silo = (x: number, top: number) =>
    shape(d`M${x} 252V${top + 16}A17 17 0 0 1 ${x + 34} ${top + 16}V252Z`, paint('#C9C6BA')) +
    shape(d`M${x} 252V${top + 16}A17 17 0 0 1 ${x + 12} ${top + 3}V252Z`, '#000', 0.1) +
    times(3, (index) => rect(x, top + 40 + index * 44, 34, 2, '#000', 0.12))
  const tank =
    line(d`M142 108L150 68M190 108L182 68M146 92L186 92M146 92L184 76M186 92L148 76`, paint(iron), 3) +
    rect(140, 34, 52, 36, paint(timber)) +
    times(5, (index) => rect(149 + index * 9, 34, 1.4, 36, '#000', 0.2)) +
    polygon([134, 36, 166, 14, 198, 36], paint('#44403C'))
  const art =
    tank +
    silo(330, 78) +
    silo(368, 92) +
    rect(84, 106, 240, 146, paint(wall)) +
    rect(84, 106, 26, 146, '#000', 0.07) +
    rect(78, 98, 252, 10, paint(darker(wall, 0.4))) +
    times(5, (index) => pane(scene, 100 + index * 44, 124, 30, 46, { arched: true, frame: '#26332F', bars: 2 })) +
    rect(84, 184, 240, 6, paint('#E6D3B3')) +
    times(2, (index) => pane(scene, 100 + index * 48, 200, 34, 44, { frame: '#26332F', bars: 2 })) +
    archedDoor(scene, 204, base, 36, 56, random.pick(doors), '#E6D3B3') +
    pane(scene, 258, 200, 50, 44, { frame: '#26332F', upright: 3, bars: 2 })
  return { art, door: [0, 0], reach: [78, 404], stands: 'street' }
}

/** Shops below, rooms above, an awning over every window. */
export function shops(scene: Scene): Building {
  const { paint, random } = scene
  const count = random.pick([3, 3, 4])
  const w = 366 / count
  const walls = random.some([...bricks.slice(0, 3), ...plasters.slice(0, 2), ...clapboards.slice(0, 3)], count)
  const cloths = random.some(['#1F5A44', '#C56843', '#2F4C68', '#7A2E3A', '#C08A36'], count)
  const art = walls
    .map((wall, index) => {
      const x = 57 + index * w
      const top = 92 + random.pick([-22, -8, 0, 10])
      const isArched = random.chance(0.5)
      const columns = w > 110 ? 3 : 2
      const step = w / columns
      return (
        rect(x, top, w, base - top, paint(wall)) +
        rect(x, top, 10, base - top, '#000', 0.06) +
        rect(x - 3, top - 8, w + 6, 9, paint(trim)) +
        times(Math.floor(w / 13.5), (tooth) => rect(x + 4 + tooth * 13.4, top + 1, 6, 6, paint(darker(wall, 0.3)))) +
        times(columns, (column) => pane(scene, x + step * (column + 0.5) - 11, top + 20, 22, (164 - top) * 0.62, { arched: isArched })) +
        rect(x + 4, 166, w - 8, 14, paint(darker(wall, 0.45))) +
        times(random.whole(3, 5), (mark) => rect(x + w * 0.22 + mark * 12, 171, 8, 4, '#F5D59A', 0.9)) +
        wideGlass(scene, x + 10, 200, w - 60, 46, 1) +
        archedDoor(scene, x + w - 38, base, 26, 54) +
        awning(scene, x + 5, 182, w - 50, 16, cloths[index] ?? '#1F5A44')
      )
    })
    .join('')
  return { art, door: [0, 0], reach: [52, 432], stands: 'street' }
}

/** A modest office house with glass on three floors. */
export function office(scene: Scene): Building {
  const { paint, random } = scene
  const wall = random.pick([...plasters, ...bricks])
  const fin = random.pick(['#3F4F4C', '#5B4A44', '#4B5A66'])
  const art =
    rect(82, 70, 316, 182, paint(wall)) +
    rect(74, 60, 332, 12, paint(fin)) +
    times(3, (index) => wideGlass(scene, 96, 84 + index * 46, 206, 32, 6, fin)) +
    rect(318, 72, 80, 180, paint(darker(wall, 0.14))) +
    times(3, (index) => pane(scene, 338, 84 + index * 46, 40, 32, { frame: fin, bars: 0, sill: false })) +
    times(7, (index) => rect(96 + index * 34.2, 72, 3, 148, paint(fin))) +
    rect(82, 220, 236, 32, paint(darker(wall, 0.3))) +
    wideGlass(scene, 96, 224, 88, 28, 3, fin) +
    wideGlass(scene, 204, 224, 100, 28, 3, fin) +
    archedDoor(scene, 342, base, 32, 40, random.pick(doors)) +
    rect(328, 202, 60, 6, paint(fin))
  return { art, door: [336, 380], reach: [74, 406], stands: 'street' }
}

/** A corner with a rounded tower, a café on the ground floor. */
export function cornerShop(scene: Scene): Building {
  const { paint, random, light } = scene
  const wall = random.pick([...bricks, ...plasters])
  const roof = paint(random.pick(['#4B5A66', '#3D4A48', '#5F7A6C']))
  const cloth = random.pick(['#1F5A44', '#C56843', '#2F4C68'])
  const art =
    rect(66, 92, 348, 160, paint(wall)) +
    rect(60, 84, 360, 9, paint(trim)) +
    times(22, (index) => rect(68 + index * 16, 93, 6, 6, paint(darker(wall, 0.3)))) +
    times(3, (index) => pane(scene, 84 + index * 34, 112, 22, 46, { arched: true })) +
    times(3, (index) => pane(scene, 308 + index * 34, 112, 22, 46, { arched: true })) +
    rect(192, 66, 100, 186, paint(darker(wall, 0.08))) +
    shape(d`M186 70Q190 26 242 16Q294 26 298 70Z`, roof) +
    rect(240, 2, 4, 18, paint('#C08A36')) +
    rect(186, 66, 112, 7, paint(trim)) +
    times(3, (index) => pane(scene, 202 + index * 28, 88, 22, 50, { arched: true })) +
    rect(66, 172, 348, 10, paint(darker(wall, 0.45))) +
    wideGlass(scene, 80, 206, 96, 42, 2) +
    wideGlass(scene, 306, 206, 96, 42, 2) +
    awning(scene, 74, 184, 108, 18, cloth) +
    awning(scene, 300, 184, 108, 18, cloth) +
    rect(206, 184, 72, 68, light.glass) +
    archedDoor(scene, 222, base, 40, 66)
  return { art, door: [0, 0], reach: [58, 422], stands: 'street' }
}
