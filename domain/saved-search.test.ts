import { describe, expect, test } from 'vitest'
import { filterLike, readSaved, savedAddress } from './saved-search.ts'
import type { CircleFilter } from './search.ts'
import { searchWords } from './search-chips.ts'

const read = (address: string): CircleFilter => {
  const parameters = new URLSearchParams(address)
  return readSaved((name) => parameters.get(name))
}

describe('the address of a saved search', () => {
  test('has its filters only, and is read as the same search', () => {
    const filter: CircleFilter = {
      q: 'A & B=c 漢',
      near: { lat: 39.7, lng: -105, radius: 25, city: 'Coeur d’Alene' },
      propertyTypes: ['vacation', 'land'],
      maxArcPrice: 75_000,
      hasFreeArcs: true,
    }
    const address = savedAddress({ ...filter, bbox: { south: 1, west: 2, north: 3, east: 4 } })
    expect(read(address)).toEqual(filter)
    expect(savedAddress(read(address))).toBe(address)
    expect(read(`${address}&sort=title&page=4&pageSize=9&bbox=1,2,3,4&view=map`)).toEqual(filter)
    expect(savedAddress(Object.fromEntries(Object.entries(filter).reverse()))).toBe(address)
    expect(savedAddress({ bbox: { south: 1, west: 2, north: 3, east: 4 } })).toBe('')
  })

  test('is made of any text', () => {
    expect(read(savedAddress({ q: 'half \uD83D' }))).toEqual({ q: 'half \uFFFD' })
  })
})

describe('the search for circles like one', () => {
  const circle = {
    location: { city: 'Golden', lat: 39.75, lng: -105.22 },
    investmentCriteria: {
      propertyTypes: ['multi_family', 'condo'] as const,
      geographicRadius: 20,
      totalTargetSize: 840_000,
      minimumShareSize: '1/12' as const,
    },
  }

  test('has its types, its place and its price', () => {
    expect(searchWords(filterLike(circle))).toBe('Golden, 20 miles, Multi-Family or Condominium / Townhouse, one arc up to $70,000')
  })

  test('leaves out what it does not say', () => {
    const { investmentCriteria: criteria } = circle
    const unset = { ...criteria, propertyTypes: [], totalTargetSize: null }
    expect(filterLike({ location: { city: '', lat: null, lng: null }, investmentCriteria: unset })).toEqual({})
  })
})
