import { expect, test } from 'vitest'
import { clusterSize, formatDistance, formatMiles, mapStart, mapStartOf, markerKindOf, pointOf } from './map.ts'

test('the map opens over the middle of the country', () => {
  expect(mapStart).toEqual({ center: { lat: 39.83, lng: -98.58 }, zoom: 5 })
})

test('a narrow map opens at the same centre, zoomed out enough to show circles', () => {
  expect(mapStartOf(700)).toEqual(mapStart)
  expect(mapStartOf(699)).toEqual({ center: mapStart.center, zoom: 3 })
})

test('a full circle has its own pin, unless it is the viewer’s', () => {
  expect([markerKindOf(false, 99), markerKindOf(false, 100), markerKindOf(true, 100)]).toEqual(['available', 'full', 'yours'])
})

test('clusters are small under 10, medium under 100, else large', () => {
  expect([2, 9, 10, 99, 100, 5_000].map(clusterSize)).toEqual(['small', 'small', 'medium', 'medium', 'large', 'large'])
})

test('a place needs both coordinates, and zero is valid', () => {
  expect(pointOf({ lat: 0, lng: 0 })).toEqual({ lat: 0, lng: 0 })
  expect(pointOf({ lat: 1, lng: null })).toBeNull()
  expect(pointOf({ lat: null, lng: 1 })).toBeNull()
})

test('distances are shown in tenths of a mile', () => {
  expect([0, 4.24, 12.3].map(formatMiles)).toEqual(['0.0 miles', '4.2 miles', '12.3 miles'])
  expect(formatDistance({ lat: 39.7392, lng: -104.9903 }, { lat: 39.7555, lng: -105.2211 })).toBe('12.3 miles')
})
