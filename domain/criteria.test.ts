import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  admitsRooms,
  geographicRadius,
  investmentRange,
  ontoSlider,
  preferredRadius,
  roomLabel,
  roomRange,
  roomRangeText,
  searchRadius,
  targetRange,
} from './criteria.ts'

test('sliders have the specified ranges', () => {
  expect(searchRadius).toEqual({ min: 5, max: 100, step: 5, initial: 15 })
  expect(preferredRadius).toEqual({ min: 0, max: 100, step: 5, initial: 15 })
  expect(geographicRadius).toEqual({ min: 0, max: 100, step: 5, initial: 15 })
  expect(targetRange).toEqual({ min: 0, max: 5_000_000, step: 100_000 })
  expect(investmentRange).toEqual({ min: 10_000, max: 5_000_000, step: 10_000 })
})

test('any number from a URL is moved to a stop of the slider, and a stop stays unchanged', () => {
  expect(ontoSlider(17, searchRadius)).toBe(15)
  expect(ontoSlider(18, searchRadius)).toBe(20)
  expect(ontoSlider(-40, searchRadius)).toBe(5)
  expect(ontoSlider(4_000, searchRadius)).toBe(100)
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
      const stop = ontoSlider(value, targetRange)
      expect(stop % targetRange.step).toBe(0)
      expect(stop >= targetRange.min && stop <= targetRange.max).toBe(true)
      expect(ontoSlider(stop, targetRange)).toBe(stop)
    }),
  )
})

describe('rooms', () => {
  test('are named with 5 as 5+', () => {
    expect([1, 4, 5].map(roomLabel)).toEqual(['1', '4', '5+'])
    expect(roomRangeText({ min: 1, max: 3 })).toBe('1 to 3')
    expect(roomRangeText({ min: 2, max: 5 })).toBe('2 to 5+')
    expect(roomRangeText({ min: 3, max: 3 })).toBe('3')
    expect(roomRangeText({ min: 2, max: 'any' })).toBe('2 or more')
    expect(roomRangeText({ min: 5, max: 'any' })).toBe('5+')
  })

  test('match a circle whose range contains them', () => {
    expect(admitsRooms({ min: 2, max: 3 }, 3)).toBe(true)
    expect(admitsRooms({ min: 2, max: 3 }, 4)).toBe(false)
    expect(admitsRooms({ min: 2, max: 'any' }, roomRange.max)).toBe(true)
    expect(admitsRooms({ min: 2, max: 5 }, 9)).toBe(true)
    expect(admitsRooms(null, 1)).toBe(true)
  })
})
