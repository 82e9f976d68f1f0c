import type { Building } from './homes.ts'
import { agave, cypress, discTree, pine, saguaro, treeOf } from './plants.ts'
import { height, type Scene, timber, width } from './scene.ts'
import { blend, d, darker, line, polygon, rect, shape, times } from './svg.ts'

/** Stakes and a board: the plot that could become something. */
const plotSign = ({ paint }: Scene, x: number, ground: number): string =>
  rect(x + 4, ground - 44, 4, 46, paint(timber)) +
  rect(x + 44, ground - 44, 4, 46, paint(timber)) +
  rect(x, ground - 54, 52, 30, paint('#FFF8EA')) +
  rect(x, ground - 54, 52, 5, paint('#1F5A44')) +
  shape(d`M${x + 19} ${ground - 29}V${ground - 38}A7 7 0 0 1 ${x + 33} ${ground - 38}V${ground - 29}Z`, paint('#C56843'))

const fence = ({ paint }: Scene, y: number, color: string): string =>
  times(13, (index) => rect(6 + index * 38, y - 20, 5, 26, paint(color))) +
  rect(0, y - 15, width, 4, paint(color)) +
  rect(0, y - 5, width, 4, paint(color))

function barn(scene: Scene, x: number, ground: number): string {
  const { paint } = scene
  const red = paint(scene.random.pick(['#A4523A', '#96493A', '#8A4A3C']))
  return (
    polygon(
      [x, ground, x, ground - 40, x + 12, ground - 62, x + 36, ground - 74, x + 60, ground - 62, x + 72, ground - 40, x + 72, ground],
      red,
    ) +
    line(
      d`M${x - 4} ${ground - 36}L${x + 12} ${ground - 63}L${x + 36} ${ground - 76}L${x + 60} ${ground - 63}L${x + 76} ${ground - 36}`,
      paint('#44403C'),
      5,
    ) +
    rect(x + 22, ground - 30, 28, 30, paint('#FFF8EA')) +
    line(
      d`M${x + 22} ${ground - 30}L${x + 50} ${ground}M${x + 50} ${ground - 30}L${x + 22} ${ground}M${x + 36} ${ground - 30}V${ground}`,
      red,
      2,
    ) +
    shape(d`M${x + 29} ${ground - 44}V${ground - 52}A7 7 0 0 1 ${x + 43} ${ground - 52}V${ground - 44}Z`, scene.light.lit)
  )
}

const fields = ({ light, random }: Scene): string => {
  const gold = blend(light.grass, '#D9B15C', 0.55)
  const y = 214 + random.between(-6, 6)
  return (
    shape(d`M0 ${y}C140 ${y - 22} 320 ${y + 6} 480 ${y - 16}V300H0Z`, light.near) +
    shape(d`M0 ${y + 22}C160 ${y + 4} 300 ${y + 34} 480 ${y + 8}V300H0Z`, gold) +
    shape(d`M0 ${y + 48}C140 ${y + 36} 340 ${y + 56} 480 ${y + 34}V300H0Z`, light.grass)
  )
}

const farmhouse = ({ paint, light }: Scene, x: number, ground: number): string =>
  rect(x, ground - 34, 64, 34, paint('#F3EAD9')) +
  polygon([x - 7, ground - 32, x + 32, ground - 60, x + 71, ground - 32], paint('#5B4A44')) +
  rect(x + 48, ground - 64, 9, 20, paint('#9B4E38')) +
  shape(d`M${x + 26} ${ground}V${ground - 16}A6 6 0 0 1 ${x + 38} ${ground - 16}V${ground}Z`, paint('#1F5A44')) +
  rect(x + 8, ground - 24, 10, 12, light.lit) +
  rect(x + 46, ground - 24, 10, 12, light.glass)

/** Sails that turn in the wind over a well. */
function windmill({ paint }: Scene, x: number, ground: number): string {
  const top = ground - 92
  const sails = [0, 1, 2, 3, 4, 5].map((index) => {
    const angle = (index * Math.PI) / 3 + 0.3
    const at = (reach: number, turn: number) => [x + reach * Math.cos(angle + turn), top + reach * Math.sin(angle + turn)]
    return polygon([x, top, ...at(20, -0.2), ...at(20, 0.2)], paint('#FFF8EA'))
  })
  return (
    line(
      d`M${x - 13} ${ground}L${x - 2} ${top}M${x + 13} ${ground}L${x + 2} ${top}M${x - 9} ${ground - 30}H${x + 9}M${x - 6} ${ground - 60}H${x + 6}`,
      paint(timber),
      2.6,
    ) +
    sails.join('') +
    shape(d`M${x} ${top}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`, paint('#C56843'))
  )
}

const bales = ({ light, random }: Scene): string => {
  const straw = blend(light.sand, '#D9A950', 0.5)
  return times(3, (index) => {
    const [x, y] = [random.between(30, 90) + index * 70, 258 + random.between(-6, 6)]
    return (
      shape(d`M${x} ${y}m-11 0a11 11 0 1 0 22 0a11 11 0 1 0 -22 0Z`, straw) +
      line(d`M${x - 5} ${y}a5 5 0 1 1 10 0`, darker(straw, 0.25), 1.6)
    )
  })
}

/** A meadow with one great tree, a farm far off and a fence. */
export function meadow(scene: Scene): Building {
  const { random, light } = scene
  const furrows = times(9, (index) =>
    line(d`M${-40 + index * 64} 300Q${120 + index * 34} 262 ${180 + index * 20} 232`, darker(light.grass, 0.12), 2, 0.35),
  )
  const farm = random.pick([barn, barn, farmhouse])
  const farmX = random.between(48, 150)
  const art =
    fields(scene) +
    furrows +
    farm(scene, farmX, 226) +
    (random.chance(0.4) ? windmill(scene, farmX + random.pick([-26, 100]), 228) : '') +
    times(random.whole(2, 5), (index) => treeOf(scene, farmX + 96 + index * 26 + random.between(-6, 6), 230, random.between(9, 15))) +
    (random.chance(0.4) ? bales(scene) : '') +
    discTree(scene, random.between(326, 400), 262, random.between(36, 54)) +
    (random.chance(0.65) ? fence(scene, 276, random.pick(['#FFF8EA', '#8A6B4B', '#B9A88C'])) : '') +
    plotSign(scene, random.between(180, 270), 284)
  return { art, door: [0, 0], reach: [0, width], stands: 'woods' }
}

/** Round trees in rows, ladders and baskets: fruit some day. */
export function orchard(scene: Scene): Building {
  const { random, light, paint } = scene
  const rows = times(3, (row) => {
    const ground = 222 + row * 26
    const size = 11 + row * 6
    const count = 9 - row * 2
    const shift = random.between(-14, 14)
    const strip = shape(
      d`M0 ${ground - 4}C160 ${ground - 10} 320 ${ground + 2} 480 ${ground - 6}V300H0Z`,
      blend(light.near, light.grass, 0.4 + row * 0.3),
    )
    return strip + times(count, (index) => discTree(scene, shift + ((index + 0.5) * 480) / count, ground + 4, size))
  })
  const x = random.between(210, 300)
  const ladder = line(
    d`M${x} 282L${x + 12} 214M${x + 14} 282L${x + 20} 214M${x + 2} 268H${x + 14}M${x + 5} 252H${x + 16}M${x + 8} 236H${x + 17}`,
    paint(timber),
    2.4,
  )
  const art =
    (random.chance(0.6) ? farmhouse(scene, random.between(320, 390), 212) : barn(scene, random.between(320, 380), 212)) +
    rows +
    ladder +
    plotSign(scene, random.between(60, 120), 288)
  return { art, door: [0, 0], reach: [0, width], stands: 'woods' }
}

/** Rows that run to the horizon, cypresses at their end. */
export function vineyard(scene: Scene): Building {
  const { random, light, paint } = scene
  const horizon = 206
  const rows = times(11, (index) => {
    const foot = -150 + index * 78
    const head = 190 + (index - 5) * 17
    const leaf = light.leaves[index % 2]?.[index % 2 === 0 ? 1 : 0] ?? light.bush
    return polygon([foot, height, foot + 44, height, head + 5, horizon, head - 3, horizon], leaf)
  })
  const house =
    rect(300, 168, 74, 42, paint('#EADBC0')) +
    polygon([292, 170, 337, 146, 382, 170], paint('#9B5A3C')) +
    shape(d`M330 210V194A8 8 0 0 1 346 194V210Z`, paint('#1F5A44')) +
    rect(308, 182, 12, 14, light.glass) +
    rect(354, 182, 12, 14, light.lit)
  const art =
    shape(d`M0 ${horizon + 2}C160 ${horizon - 14} 320 ${horizon + 6} 480 ${horizon - 8}V300H0Z`, blend(light.grass, light.sand, 0.55)) +
    rows +
    house +
    times(4, (index) => cypress(scene, 262 + index * 46 + random.between(-4, 4), 214, random.between(48, 70))) +
    plotSign(scene, random.between(40, 80), 274)
  return { art, door: [0, 0], reach: [0, width], stands: 'woods' }
}

/** Desert ground with cactus, agave and a dirt track. */
export function desertLot(scene: Scene): Building {
  const { random, light } = scene
  const earth = blend(light.sand, '#C98A5A', 0.38)
  const art =
    shape(d`M0 232C140 218 320 240 480 224V300H0Z`, earth) +
    shape(d`M150 300C200 270 250 262 246 236L262 235C276 262 250 274 262 300Z`, blend(earth, '#FFF4DC', 0.45)) +
    times(4, (index) => saguaro(scene, 40 + index * 120 + random.between(-24, 24), 250 + random.between(-8, 14), random.between(56, 116))) +
    times(6, (index) => agave(scene, 30 + index * 84 + random.between(-20, 20), 270 + random.between(-8, 22), random.between(10, 17))) +
    plotSign(scene, random.between(60, 390), 284)
  return { art, door: [0, 0], reach: [0, width], stands: 'woods' }
}

/** A clearing among pines, a jetty where there is water. */
export function clearing(scene: Scene): Building {
  const { random, light, paint } = scene
  const far = times(12, (index) => pine(scene, 8 + index * 42 + random.between(-8, 8), 232, random.between(40, 78), true))
  const jetty =
    scene.setting === 'lake' || scene.setting === 'coast'
      ? polygon([196, 262, 330, 222, 342, 226, 222, 270], paint('#8A6B4B')) +
        times(3, (index) => rect(230 + index * 40, 256 - index * 11, 4, 18, paint('#5B3A28')))
      : ''
  const art =
    far +
    shape(d`M0 244C120 232 320 252 480 238V300H0Z`, light.grass) +
    jetty +
    times(3, (index) => pine(scene, 30 + index * 34, 262 + index * 5, random.between(110, 160))) +
    times(3, (index) => pine(scene, 380 + index * 36, 268 - index * 3, random.between(100, 170))) +
    plotSign(scene, jetty ? random.between(110, 140) : random.between(150, 300), 288)
  return { art, door: [0, 0], reach: [0, width], stands: 'woods' }
}
