import { expect, test } from 'vitest'
import { clusterSize, formatDistance, formatMiles, mapStart, pointOf } from './map.ts'

test('the map opens over the middle of the country', () => {
  expect(mapStart).toEqual({ center: { lat: 39.83, lng: -98.58 }, zoom: 5 })
})

test('clusters are small under 10, medium under 100, else large', () => {
  expect([2, 9, 10, 99, 100, 5_000].map(clusterSize)).toEqual(['small', 'small', 'medium', 'medium', 'large', 'large'])
})

test('a place needs both its coordinates, and zero is one', () => {
  expect(pointOf({ lat: 0, lng: 0 })).toEqual({ lat: 0, lng: 0 })
  expect(pointOf({ lat: 1, lng: null })).toBeNull()
  expect(pointOf({ lat: null, lng: 1 })).toBeNull()
})

test('distances read in tenths of a mile when near and in miles when far', () => {
  expect([0, 4.24, 9.94, 9.96, 12.3].map(formatMiles)).toEqual(['0.0 mi', '4.2 mi', '9.9 mi', '10 mi', '12 mi'])
  expect(formatDistance({ lat: 39.7392, lng: -104.9903 }, { lat: 39.7555, lng: -105.2211 })).toBe('12 mi')
})
