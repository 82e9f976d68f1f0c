import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundingBox, earthRadiusMiles, isInBox, metresOfMiles, milesBetween, type Point } from './distance.ts'

const denver = { lat: 39.7392, lng: -104.9903 }
const golden = { lat: 39.7555, lng: -105.2211 }
const newYork = { lat: 40.7128, lng: -74.006 }

const anywhere: fc.Arbitrary<Point> = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})
const halfWayRound = Math.PI * earthRadiusMiles

/** The point after this many miles in a direction; computed differently from the code under test. */
function destination(from: Point, miles: number, bearing: number): Point {
  const angle = miles / earthRadiusMiles
  const [lat, lng] = [(from.lat * Math.PI) / 180, (from.lng * Math.PI) / 180]
  const toLat = Math.asin(Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing))
  const toLng = lng + Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(lat), Math.cos(angle) - Math.sin(lat) * Math.sin(toLat))
  return { lat: (toLat * 180) / Math.PI, lng: (((((toLng * 180) / Math.PI + 540) % 360) + 360) % 360) - 180 }
}

describe('distance', () => {
  test('is measured on an earth of 3958.8 miles', () => {
    expect(earthRadiusMiles).toBe(3958.8)
  })

  test('between known places is what an atlas says', () => {
    expect(milesBetween(denver, golden)).toBeCloseTo(12.3, 1)
    expect(milesBetween(denver, newYork)).toBeCloseTo(1631, -1)
    expect(milesBetween({ lat: 90, lng: 0 }, { lat: -90, lng: 77 })).toBeCloseTo(halfWayRound, 6)
    expect(milesBetween({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 })).toBeCloseTo((Math.PI / 180) * earthRadiusMiles, 6)
  })

  test('is symmetric, zero to itself and never more than half the circumference', () => {
    fc.assert(
      fc.property(anywhere, anywhere, (a, b) => {
        const miles = milesBetween(a, b)
        expect(miles).toBeCloseTo(milesBetween(b, a), 8)
        expect(miles).toBeGreaterThanOrEqual(0)
        expect(miles).toBeLessThanOrEqual(halfWayRound + 1e-9)
        expect(milesBetween(a, a)).toBe(0)
      }),
    )
  })

  test('satisfies the triangle inequality', () => {
    fc.assert(fc.property(anywhere, anywhere, anywhere, (a, b, c) => milesBetween(a, c) <= milesBetween(a, b) + milesBetween(b, c) + 1e-3))
  })

  test('is drawn in metres', () => {
    expect(metresOfMiles(15)).toBeCloseTo(24_140.1, 6)
  })
})

const edges = fc.constantFrom<Point>({ lat: 89.9, lng: 10 }, { lat: -90, lng: 0 }, { lat: 65, lng: 179.9 }, { lat: -17, lng: -179.99 })

describe('the box around a place', () => {
  test('contains everything within the radius, also at the poles and across the date line', () => {
    fc.assert(
      fc.property(
        fc.oneof(anywhere, edges),
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (center, radius, part, bearing) => {
          const place = destination(center, radius * part, bearing)
          // Near a pole the computed point may round past the circle; what counts is the measured distance.
          fc.pre(milesBetween(center, place) <= radius)
          expect(isInBox(place, boundingBox(center, radius))).toBe(true)
        },
      ),
      { numRuns: 3_000, examples: [[{ lat: -90, lng: 0 }, 0.00004171273597123189, 0.9999999999999986, 0]] },
    )
  })

  test('is not much larger than the circle in it', () => {
    const { south, west, north, east } = boundingBox(denver, 15)
    expect(milesBetween({ lat: south, lng: denver.lng }, { lat: north, lng: denver.lng })).toBeCloseTo(30, 2)
    expect(milesBetween({ lat: denver.lat, lng: west }, { lat: denver.lat, lng: east })).toBeCloseTo(30, 2)
  })

  test('stays within valid degrees', () => {
    fc.assert(
      fc.property(anywhere, fc.double({ min: 0, max: 20_000, noNaN: true }), (center, radius) => {
        const { south, west, north, east } = boundingBox(center, radius)
        expect(south >= -90 && north <= 90 && south <= north).toBe(true)
        expect([west, east].every((lng) => lng >= -180 && lng <= 180)).toBe(true)
      }),
    )
  })

  test('across the date line has a west greater than its east', () => {
    const box = boundingBox({ lat: 0, lng: 179.9 }, 50)
    expect(box.west).toBeGreaterThan(box.east)
    expect(isInBox({ lat: 0, lng: -179.9 }, box)).toBe(true)
    expect(isInBox({ lat: 0, lng: 0 }, box)).toBe(false)
  })
})
