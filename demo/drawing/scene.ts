import type { Random } from '#demo/random.ts'
import type { Setting } from '#demo/story.ts'
import { inLight, type Light } from './light.ts'

export const width = 480
export const height = 300
/** Where houses meet the ground. */
export const groundLine = 252

/** What a part of a drawing is given: the hour, the land and chance. */
export type Scene = {
  readonly light: Light
  readonly setting: Setting
  readonly random: Random
  /** Paint as it looks at this hour. */
  paint(color: string): string
  /** Whether somebody is at home behind this window. */
  isLit(): boolean
  readonly isNight: boolean
}

export const sceneOf = (light: Light, setting: Setting, random: Random): Scene => ({
  light,
  setting,
  random,
  paint: (color) => inLight(light, color),
  isLit: () => random.chance(light.litOfTen / 10),
  isNight: light.litOfTen >= 8,
})

export const bricks = ['#A4523A', '#B5593F', '#C06B48', '#96493A', '#8A4A3C'] as const
export const plasters = ['#F3EAD9', '#E6D3B3', '#EADBC0', '#F0E4CE', '#DCC8A6'] as const
export const clapboards = ['#86A08C', '#7E97A0', '#D8B670', '#F3EAD9', '#B9A88C', '#6F8794', '#C98F6B', '#9DAE8B'] as const
export const stuccos = ['#E2B493', '#D99C77', '#EBCFA6', '#CF8F6A'] as const
export const pastels = ['#F0C9B0', '#BFD8CE', '#F2DFA8', '#E6B8AC', '#CFDDE0'] as const
export const roofs = ['#5B4A44', '#3D4A48', '#4B5A66', '#6B4438', '#44403C', '#54626A'] as const
export const doors = ['#1F5A44', '#8F4427', '#2F4C68', '#7A2E3A', '#C08A36', '#174735'] as const
export const trim = '#FFF8EA'
export const iron = '#2E3937'
export const timber = '#7B5238'
