import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasPictureTwice, withListingPicture } from './property-pictures.ts'

const someKeys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))

describe('a request that names only the listing picture', () => {
  test('puts it first, adds at most that one, and never shows a picture twice', () => {
    fc.assert(
      fc.property(someKeys, fc.constantFrom('a', 'b', 'x'), (pictures, key) => {
        const after = withListingPicture(pictures, key)
        expect(after[0]).toBe(key)
        expect(hasPictureTwice(after)).toBe(false)
        expect(after).toHaveLength(Math.max(1, pictures.length))
      }),
    )
  })

  test('keeps the other pictures in their order', () => {
    expect(withListingPicture(['a', 'b', 'c'], 'a')).toEqual(['a', 'b', 'c'])
    expect(withListingPicture(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b'])
    expect(withListingPicture(['a', 'b', 'c'], 'x')).toEqual(['x', 'b', 'c'])
  })

  test('removes all with none, so that no other one becomes the listing picture', () => {
    expect(withListingPicture(['a', 'b'], null)).toEqual([])
  })
})
