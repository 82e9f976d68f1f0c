import type { Scene } from './scene.ts'
import { height, width } from './scene.ts'
import { blend, d, disc, lighter, line, polygon, rect, shape, times } from './svg.ts'

export const sky = ({ light }: Scene): string =>
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light.sky[0]}"/><stop offset="1" stop-color="${light.sky[1]}"/></linearGradient></defs>${rect(0, 0, width, height, 'url(#sky)')}`

/** The sun or moon inside a ring of four arcs with gaps: the product's own sign. */
export function sun({ light, random }: Scene, x: number, y: number, radius: number): string {
  const around = radius * 1.36
  const cuts = [0, 120, 199, 246, 360].map((angle) => angle + 360)
  const turn = random.pick([0, 0, 40, -30])
  const at = (angle: number) => {
    const radians = ((angle + turn - 90) * Math.PI) / 180
    return [x + around * Math.cos(radians), y + around * Math.sin(radians)] as const
  }
  const arcs = light.ring.map((color, index) => {
    const from = at((cuts[index] ?? 0) + 2)
    const to = at((cuts[index + 1] ?? 0) - 2)
    return line(d`M${from[0]} ${from[1]}A${around} ${around} 0 0 1 ${to[0]} ${to[1]}`, color, 3.2, index === 3 ? 0.4 : 0.85)
  })
  return disc(x, y, radius, light.sun) + arcs.join('')
}

/** Flat clouds on the side that the sun leaves free; on a dark sky, stars. */
export function clouds({ light, random, isNight }: Scene, sunX: number): string {
  const from = sunX > width / 2 ? 24 : 236
  if (isNight)
    return times(16, () =>
      disc(random.between(8, 472), random.between(10, 128), random.between(0.7, 1.5), '#FFF4DC', random.between(0.3, 0.75)),
    )
  const color = lighter(light.sky[0], 0.6)
  return times(random.pick([0, 1, 1, 2]), (index) => {
    const [x, y] = [from + random.between(0, 110), 30 + index * 36 + random.between(0, 14)]
    const long = random.between(44, 84)
    return times(random.whole(2, 3), (step) =>
      bar(x + step * long * random.between(0.25, 0.45), y - step * 9, long * (1 - step * 0.22), color),
    )
  })
}

const bar = (x: number, y: number, long: number, color: string): string =>
  shape(d`M${x} ${y}h${long}a3 3 0 0 1 0 6h${-long}a3 3 0 0 1 0 -6Z`, color, 0.75)

export function hills({ light, random }: Scene, base = 196): string {
  const [a, b, c] = [random.between(-26, 10), random.between(-30, 6), random.between(-22, 12)]
  const far = d`M0 ${base + a}C110 ${base - 42 + b} 210 ${base - 12 + c} 300 ${base - 24 + a}C380 ${base - 36 + b} 440 ${base - 18} 480 ${base - 10 + c}V300H0Z`
  const near = d`M0 ${base + 24 + c}C140 ${base + b} 300 ${base + 18 + a / 2} 480 ${base + 6 + c}V300H0Z`
  return shape(far, light.far) + shape(near, light.near)
}

export function mountains(scene: Scene): string {
  const { light, random } = scene
  const peaks = times(3, (index) => {
    const x = 60 + index * 160 + random.between(-40, 40)
    const top = random.between(74, 116)
    const half = random.between(110, 160)
    const lean = random.between(-12, 12)
    const rock = blend(light.rock, light.sky[1], 0.12 * index)
    const cap = 0.24
    const snow = [
      ...[x, top, x - half * cap, top + (190 - top) * cap, x - half * cap * 0.3, top + (190 - top) * cap * 0.82],
      ...[
        x + lean * 0.3,
        top + (190 - top) * cap * 1.2,
        x + half * cap * 0.45,
        top + (190 - top) * cap * 0.78,
        x + half * cap,
        top + (190 - top) * cap,
      ],
    ]
    const shadeSide = [x, top, x + half, 190, x + lean, 190]
    return polygon([x, top, x - half, 190, x + half, 190], rock) + polygon(shadeSide, '#1C2A30', 0.07) + polygon(snow, lighter(rock, 0.72))
  })
  return peaks + hills(scene, 200)
}

export function skyline({ light, random }: Scene): string {
  let blocks = ''
  for (let x = -6; x < width; ) {
    const wide = random.between(26, 62)
    const top = random.between(88, 172)
    blocks += rect(x, top, wide + 1, 252 - top, light.city)
    if (random.chance(0.2)) blocks += rect(x + wide / 2 - 1, top - 16, 2, 16, light.city)
    if (random.chance(0.2)) blocks += rect(x + wide * 0.25, top - 9, wide * 0.5, 9, light.city)
    x += wide
  }
  return blocks
}

export function sea({ light, random }: Scene): string {
  const glints = times(9, () =>
    rect(random.between(0, 440), random.between(184, 232), random.between(14, 44), 1.6, lighter(light.water, 0.6), 0.7),
  )
  const shore = d`M0 236C120 228 300 244 480 232V300H0Z`
  return rect(0, 178, width, 90, light.water) + rect(0, 178, width, 2, lighter(light.water, 0.4), 0.8) + glints + shape(shore, light.sand)
}

export function mesas({ light, random }: Scene): string {
  const clay = blend(light.rock, '#C98A63', 0.62)
  const count = random.whole(2, 3)
  const tables = times(count, (index) => {
    const x = (index * 480) / count + random.between(-60, 40)
    const wide = random.between(44, 170)
    const top = random.between(104, 168)
    const color = blend(clay, light.sky[1], 0.42 - index * 0.14)
    const slope = random.between(20, 48)
    return (
      polygon([x - slope, 226, x, top, x + wide, top, x + wide + slope, 226], color) +
      polygon([x + wide * 0.68, top, x + wide, top, x + wide + slope, 226, x + wide * 0.8, 226], '#3A1F14', 0.1) +
      rect(x + 2, top + 12, wide - 4, 3, '#3A1F14', 0.08)
    )
  })
  const dunes = d`M0 ${random.between(206, 222)}C120 ${random.between(190, 206)} 260 216 480 ${random.between(196, 210)}V300H0Z`
  return tables + shape(dunes, blend(light.sand, '#D9A273', 0.3))
}

export function lake(scene: Scene): string {
  const { light, random } = scene
  const glints = times(8, () =>
    rect(random.between(0, 440), random.between(196, 232), random.between(14, 50), 1.6, lighter(light.water, 0.6), 0.7),
  )
  return hills(scene, 176) + rect(0, 192, width, 60, light.water) + glints + shape(d`M0 240C120 232 320 246 480 236V300H0Z`, light.grass)
}

export function plains({ light, random }: Scene): string {
  const rows = times(3, (index) => {
    const y = 206 + index * 12
    return shape(
      d`M0 ${y + random.between(-3, 3)}C160 ${y - 8} 320 ${y + 6} 480 ${y - 3}V300H0Z`,
      blend(light.far, light.grass, index * 0.35),
    )
  })
  return rows
}

/** The land behind the house, as it lies around its town. */
export function backdrop(scene: Scene): string {
  switch (scene.setting) {
    case 'mountains':
      return mountains(scene)
    case 'skyline':
      return skyline(scene)
    case 'coast':
      return sea(scene)
    case 'tropics':
      return scene.random.chance(0.5) ? sea(scene) : hills(scene)
    case 'desert':
      return mesas(scene)
    case 'lake':
      return lake(scene)
    case 'plains':
      return plains(scene)
    case 'hills':
      return hills(scene)
  }
}
