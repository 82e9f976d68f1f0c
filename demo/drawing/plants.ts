import type { Scene } from './scene.ts'
import { d, disc, line, polygon, rect, shape, times } from './svg.ts'

/** A disc half in shade on a bare stem, its branches showing through. */
export function discTree({ light, random }: Scene, x: number, ground: number, radius: number): string {
  const [leaf, shade] = random.pick(light.leaves)
  const y = ground - radius * 2.45
  const stem = Math.max(4.6, radius * 0.135)
  const branches = d`M${x} ${ground}V${y - radius * 0.2}M${x} ${y + radius * 0.55}L${x + radius * 0.38} ${y + radius * 0.1}M${x} ${y + radius * 0.3}L${x - radius * 0.36} ${y - radius * 0.12}`
  return (
    rect(x - stem / 2, y, stem, ground - y, light.trunk) +
    disc(x, y, radius, leaf) +
    shape(
      d`M${x} ${y - radius}A${radius} ${radius} 0 0 0 ${x} ${y + radius}A${radius * 1.9} ${radius * 1.9} 0 0 1 ${x} ${y - radius}Z`,
      shade,
    ) +
    line(branches, light.trunk, Math.max(1.5, radius * 0.036), 0.7)
  )
}

export function pine({ light }: Scene, x: number, ground: number, tall: number, isFar = false): string {
  const color = isFar ? light.pine[1] : light.pine[0]
  const tiers = times(4, (index) => {
    const top = ground - tall + tall * 0.19 * index
    const half = tall * (0.1 + 0.034 * index)
    const bottom = top + tall * 0.3
    return polygon([x, top, x - half, bottom, x + half, bottom], color)
  })
  const shade = isFar ? '' : polygon([x, ground - tall, x + tall * 0.2, ground - tall * 0.13, x, ground - tall * 0.13], '#0B1F19', 0.18)
  return rect(x - tall * 0.022, ground - tall * 0.15, tall * 0.044, tall * 0.15, light.trunk) + tiers + shade
}

export function palm({ light, random, paint }: Scene, x: number, ground: number, tall: number): string {
  const lean = random.between(-14, 14)
  const [topX, topY] = [x + lean, ground - tall]
  const [leaf, shade] = [light.leaves[0]?.[0] ?? light.bush, light.leaves[0]?.[1] ?? light.bush]
  const stem = shape(
    d`M${x - 4} ${ground}C${x - 3} ${ground - tall * 0.5} ${topX - 4} ${ground - tall * 0.6} ${topX - 2} ${topY}H${topX + 2}C${topX + 2} ${ground - tall * 0.6} ${x + 4} ${ground - tall * 0.5} ${x + 4} ${ground}Z`,
    paint('#8A6B4B'),
  )
  const reach = tall * 0.36
  const fronds = [-1, -0.75, -0.35, 0.35, 0.75, 1].map((side, index) => {
    const drop = Math.abs(side) > 0.9 ? reach * 0.62 : Math.abs(side) > 0.6 ? reach * 0.12 : -reach * 0.42
    const [endX, endY] = [topX + reach * side, topY + drop]
    const lift = topY - reach * (0.62 - Math.abs(side) * 0.16)
    return shape(
      d`M${topX} ${topY}Q${topX + reach * side * 0.45} ${lift} ${endX} ${endY}Q${topX + reach * side * 0.4} ${lift + reach * 0.36} ${topX} ${topY}Z`,
      index % 2 === 0 ? shade : leaf,
    )
  })
  return stem + fronds.join('') + disc(topX - 3, topY + 3, 2.6, light.trunk) + disc(topX + 3, topY + 4, 2.6, light.trunk)
}

export function saguaro({ light, random }: Scene, x: number, ground: number, tall: number): string {
  const [leaf, shade] = random.pick(light.leaves)
  const w = tall * 0.15
  const limb = (side: number, from: number, to: number) => {
    const out = x + side * w * 1.7
    return line(
      d`M${x} ${ground - from}H${out - side * w * 0.5}Q${out} ${ground - from} ${out} ${ground - from - w * 0.6}V${ground - to}`,
      leaf,
      w * 0.62,
    ).replace('/>', ' stroke-linecap="round"/>')
  }
  const body = d`M${x - w / 2} ${ground}V${ground - tall + w / 2}A${w / 2} ${w / 2} 0 0 1 ${x + w / 2} ${ground - tall + w / 2}V${ground}Z`
  const half = d`M${x - w / 2} ${ground}V${ground - tall + w / 2}A${w / 2} ${w / 2} 0 0 1 ${x} ${ground - tall}V${ground}Z`
  return limb(-1, tall * 0.36, tall * 0.66) + limb(1, tall * 0.5, tall * 0.8) + shape(body, leaf) + shape(half, shade)
}

/** A tall, narrow tree half in shade. */
export function cypress({ light, random }: Scene, x: number, ground: number, tall: number): string {
  const [, shade] = random.pick(light.leaves)
  const half = tall * 0.13
  const foot = ground - 8
  return (
    rect(x - 2, foot - 4, 4, 12, light.trunk) +
    shape(
      d`M${x} ${ground - tall}C${x + half * 1.5} ${ground - tall * 0.55} ${x + half} ${foot} ${x} ${foot}C${x - half} ${foot} ${x - half * 1.5} ${ground - tall * 0.55} ${x} ${ground - tall}Z`,
      shade,
    ) +
    shape(d`M${x} ${ground - tall}C${x + half * 1.5} ${ground - tall * 0.55} ${x + half} ${foot} ${x} ${foot}Z`, '#FFF8EA', 0.12)
  )
}

export const bush = ({ light }: Scene, x: number, ground: number, wide: number, tall: number): string =>
  shape(
    d`M${x} ${ground}C${x - 2} ${ground - tall * 0.7} ${x + wide * 0.2} ${ground - tall} ${x + wide * 0.36} ${ground - tall * 0.8}C${x + wide * 0.5} ${ground - tall * 1.15} ${x + wide * 0.78} ${ground - tall} ${x + wide * 0.82} ${ground - tall * 0.62}C${x + wide * 0.98} ${ground - tall * 0.6} ${x + wide * 1.02} ${ground - tall * 0.2} ${x + wide} ${ground}Z`,
    light.bush,
  )

/** Spears of agave, where little else grows. */
export const agave = ({ light }: Scene, x: number, ground: number, size: number): string =>
  [-1, -0.6, -0.2, 0.2, 0.6, 1]
    .map((side, index) =>
      polygon(
        [x - 3, ground, x + side * size, ground - size * (1.1 - Math.abs(side) * 0.6), x + 3, ground],
        index % 2 ? light.bush : (light.leaves[0]?.[1] ?? light.bush),
      ),
    )
    .join('')

/** One tree of the kind that grows there. */
export function treeOf(scene: Scene, x: number, ground: number, size: number): string {
  switch (scene.setting) {
    case 'mountains':
    case 'lake':
      return scene.random.chance(0.6) ? pine(scene, x, ground, size * 3.3) : discTree(scene, x, ground, size)
    case 'tropics':
      return palm(scene, x, ground, size * 3.4)
    case 'desert':
      return scene.random.chance(0.6) ? saguaro(scene, x, ground, size * 2.2) : palm(scene, x, ground, size * 3)
    case 'coast':
      return scene.random.chance(0.3) ? cypress(scene, x, ground, size * 3) : discTree(scene, x, ground, size)
    default:
      return discTree(scene, x, ground, size)
  }
}
