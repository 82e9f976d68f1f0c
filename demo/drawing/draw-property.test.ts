// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { settings } from '#demo/story.ts'
import { propertyTypeValues } from '#domain/choices.ts'
import { drawProperty } from './draw-property.ts'

const everything = propertyTypeValues.flatMap((type) =>
  settings.flatMap((setting) => [0, 1, 2, 3].map((variant) => ({ type, setting, variant, address: `${variant} Test Row` }))),
)

test('every type of property has a drawing in every landscape: plain shapes only, all numbers real, no larger than a photograph', () => {
  for (const subject of everything) {
    const svg = drawProperty(subject)
    const picture = new DOMParser().parseFromString(svg, 'image/svg+xml')
    const names = new Set([...picture.querySelectorAll('*')].map((element) => element.tagName))
    const allowed = ['svg', 'defs', 'linearGradient', 'stop', 'g', 'rect', 'circle', 'polygon', 'path']
    expect([...names].filter((name) => !allowed.includes(name))).toEqual([])
    expect(svg).not.toMatch(/NaN|undefined|Infinity|null/)
    expect(svg.length).toBeLessThan(60_000)
  }
})

test('the sun or moon stands in its broken ring on each of them', () => {
  for (const subject of everything) expect(drawProperty(subject).match(/stroke-width="3\.2"/g)?.length).toBeGreaterThanOrEqual(4)
})

test('a property always looks the same, and unlike its neighbours', () => {
  const one = { type: 'townhouse', setting: 'skyline', address: '418 Alderstone Way', variant: 0 } as const
  expect(drawProperty(one)).toBe(drawProperty(one))
  expect(drawProperty(one)).not.toBe(drawProperty({ ...one, address: '420 Alderstone Way' }))
})
