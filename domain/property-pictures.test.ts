import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasPictureTwice, withListingPicture, withMoved } from './property-pictures.ts'

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

describe('moving an item', () => {
  test('keeps every item, and moving it back restores the list', () => {
    fc.assert(
      fc.property(someKeys, fc.nat(6), fc.nat(6), (items, from, to) => {
        const after = withMoved(items, from, to)
        expect(after.toSorted()).toEqual(items.toSorted())
        if (from < items.length && to < items.length) expect(withMoved(after, to, from)).toEqual(items)
      }),
    )
  })

  test('does nothing beyond the ends', () => {
    expect(withMoved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
    expect(withMoved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
    expect(withMoved(['a', 'b'], 1, 0)).toEqual(['b', 'a'])
  })
})
