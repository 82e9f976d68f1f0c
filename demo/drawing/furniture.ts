import type { Building } from './homes.ts'
import { groundLine, iron, type Scene, trim } from './scene.ts'
import { d, disc, polygon, rect, shape, times } from './svg.ts'

function lamp({ paint, light, isNight }: Scene, x: number): string {
  const top = groundLine - 92
  return (
    (isNight ? disc(x, top + 8, 20, light.lit, 0.16) : '') +
    rect(x - 1.6, top + 14, 3.2, 82, paint(iron)) +
    rect(x - 4, groundLine, 8, 4, paint(iron)) +
    polygon([x - 6, top, x + 6, top, x + 4.4, top + 15, x - 4.4, top + 15], light.lit) +
    polygon([x - 7.5, top + 1, x, top - 7, x + 7.5, top + 1], paint(iron)) +
    rect(x - 5.5, top + 14, 11, 2.4, paint(iron))
  )
}

const bench = ({ paint }: Scene, x: number): string =>
  rect(x, groundLine - 8, 34, 3, paint('#7B5238')) +
  rect(x, groundLine - 17, 34, 3, paint('#7B5238')) +
  rect(x + 3, groundLine - 17, 2.4, 23, paint(iron)) +
  rect(x + 28.6, groundLine - 17, 2.4, 23, paint(iron))

const mailbox = ({ paint }: Scene, x: number): string =>
  rect(x + 6, groundLine - 10, 3.6, 24, paint('#5B3A28')) +
  shape(d`M${x - 2} ${groundLine - 8}V${groundLine - 17}a7 7 0 0 1 14 0V${groundLine - 8}Z`, paint('#8F4427')) +
  shape(d`M${x + 5} ${groundLine - 24}h11a7 7 0 0 1 7 7V${groundLine - 8}H${x + 12}V${groundLine - 17}a7 7 0 0 0 -7 -7Z`, paint('#A4523A'))

function picketFence({ paint }: Scene, from: number, to: number): string {
  const count = Math.floor((to - from) / 8)
  const white = paint(trim)
  return (
    times(count, (index) => {
      const x = from + index * 8
      return polygon(
        [x, groundLine + 12, x, groundLine - 4, x + 2.4, groundLine - 8, x + 4.8, groundLine - 4, x + 4.8, groundLine + 12],
        white,
      )
    }) + rect(from, groundLine, count * 8 - 3, 2.4, white)
  )
}

/** What stands about in front of a house: a lamp and a bench in the street, a mailbox or a fence by the lawn. */
export function furniture(scene: Scene, { stands, door }: Building): string {
  const { random, setting } = scene
  if (stands === 'street')
    return (
      (random.chance(0.55) ? lamp(scene, random.between(150, 330)) : '') +
      (random.chance(0.3) ? bench(scene, random.between(120, 320)) : '')
    )
  if (stands === 'woods' || setting === 'desert' || setting === 'coast' || setting === 'tropics') return ''
  if (random.chance(0.35)) return picketFence(scene, 0, door[0] - 18) + picketFence(scene, door[1] + 16, 480)
  return random.chance(0.5) ? mailbox(scene, door[1] + 30) : ''
}
