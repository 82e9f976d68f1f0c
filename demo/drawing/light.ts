import type { Random } from '#demo/random.ts'
import type { Setting } from '#demo/story.ts'
import { blend } from './svg.ts'

/** An hour of the day: what it does to the sky, the land and everything that stands in it. */
export type Light = {
  readonly sky: readonly [top: string, bottom: string]
  readonly sun: string
  readonly ring: readonly [string, string, string, rest: string]
  readonly far: string
  readonly near: string
  readonly rock: string
  readonly city: string
  readonly water: string
  readonly sand: string
  readonly grass: string
  readonly path: string
  readonly pavement: string
  readonly road: string
  readonly leaves: readonly (readonly [light: string, shade: string])[]
  readonly pine: readonly [near: string, far: string]
  readonly bush: string
  readonly trunk: string
  readonly glass: string
  readonly lit: string
  /** How many of ten windows are lit. */
  readonly litOfTen: number
  /** The colour that dusk lays over walls and roofs, and how thickly. */
  readonly veil: readonly [color: string, amount: number]
}

const day = {
  sun: '#FFF4DC',
  ring: ['#E3B48F', '#C56843', '#8FB39E', '#CFC4AE'],
  far: '#BFD0BA',
  near: '#A9C1A3',
  rock: '#9DB0AE',
  city: '#C6D3C9',
  water: '#A9C6CB',
  sand: '#EAD9B8',
  grass: '#8FAA7C',
  path: '#E0D2B8',
  pavement: '#D3C6AC',
  road: '#6C7A70',
  leaves: [
    ['#7F9E72', '#5E8060'],
    ['#86A478', '#618462'],
    ['#93A867', '#6F8755'],
  ],
  pine: ['#3F6B58', '#5F8873'],
  bush: '#5C7F5E',
  trunk: '#4A4334',
  glass: '#3C5A55',
  lit: '#F5D59A',
  litOfTen: 2,
  veil: ['#FFF4DC', 0],
} as const satisfies Omit<Light, 'sky'>

export const hours = {
  morning: { ...day, sky: ['#CFE0DA', '#F5E7D2'] },
  noon: { ...day, sky: ['#B9D3DA', '#EFEBDC'], sun: '#FFFBEF', far: '#B9CBB2', litOfTen: 1 },
  afternoon: {
    ...day,
    sky: ['#D5E2DA', '#F8DDBD'],
    far: '#C9CFAF',
    near: '#B3BF95',
    grass: '#97A873',
    city: '#D3CFBA',
    rock: '#A9AEA2',
    veil: ['#E7A869', 0.06],
  },
  autumn: {
    ...day,
    sky: ['#C9D6D3', '#F6E3C6'],
    far: '#CDC8A4',
    near: '#BFB587',
    grass: '#A9A873',
    leaves: [
      ['#CF9A4F', '#B17A3B'],
      ['#BF6F45', '#9C5434'],
      ['#9BA067', '#7A8353'],
    ],
    bush: '#8A8050',
    litOfTen: 4,
  },
  dusk: {
    ...day,
    sky: ['#64788A', '#F0BE94'],
    sun: '#FCE6BE',
    ring: ['#F7D9B0', '#E58E66', '#F3C9A4', '#A6A09A'],
    far: '#8A9A93',
    near: '#6C8578',
    rock: '#75858C',
    city: '#8E9795',
    water: '#A08F92',
    sand: '#B99F84',
    grass: '#4F6F58',
    path: '#A5957F',
    pavement: '#8F8577',
    road: '#46534F',
    leaves: [
      ['#567A62', '#3D5F4E'],
      ['#5F8067', '#456552'],
    ],
    pine: ['#1F473F', '#345D54'],
    bush: '#345847',
    trunk: '#332E27',
    glass: '#38504F',
    lit: '#F7D28C',
    litOfTen: 7,
    veil: ['#4B4658', 0.24],
  },
  evening: {
    ...day,
    sky: ['#30464C', '#A99B85'],
    sun: '#F8E9CC',
    ring: ['#E9C79C', '#D58A66', '#9DB8A6', '#8D9791'],
    far: '#52686A',
    near: '#40585A',
    rock: '#566A70',
    city: '#53676A',
    water: '#5F7478',
    sand: '#83796A',
    grass: '#2F5146',
    path: '#7C766A',
    pavement: '#6B6A62',
    road: '#313E3B',
    leaves: [
      ['#47695A', '#335247'],
      ['#4F7260', '#395A4C'],
    ],
    pine: ['#17382F', '#274B43'],
    bush: '#26473B',
    trunk: '#241F1A',
    glass: '#2F4648',
    lit: '#F7D08A',
    litOfTen: 8,
    veil: ['#26333B', 0.36],
  },
} as const satisfies Record<string, Light>

export type Hour = keyof typeof hours

const usual: readonly Hour[] = ['morning', 'morning', 'noon', 'afternoon', 'afternoon', 'autumn', 'dusk', 'evening']

/** Where leaves do not turn, autumn is one more afternoon. */
export function hourFor(setting: Setting, random: Random): Light {
  const hour = random.pick(usual)
  return hours[hour === 'autumn' && (setting === 'desert' || setting === 'tropics') ? 'afternoon' : hour]
}

/** Paint as it looks at this hour. */
export const inLight = (light: Light, color: string): string => blend(color, light.veil[0], light.veil[1])
