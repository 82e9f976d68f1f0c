import { describe, expect, test } from 'vitest'
import type { CircleFilter } from './search.ts'
import { filterChips, searchWords } from './search-chips.ts'

const near = { lat: 39.7392, lng: -104.9903, radius: 25, city: 'Denver' }
const filter: CircleFilter = {
  near,
  propertyTypes: ['multi_family', 'condo_townhouse'],
  minTarget: 400_000,
  maxTarget: 2_000_000,
  investmentPurpose: ['long_term_rental'],
  bedrooms: 5,
  minArcPrice: 40_000,
  hasFreeArcs: true,
}

describe('the chips of active filters', () => {
  test('have the texts of the panel', () => {
    expect(filterChips(filter).map(({ text }) => text)).toEqual([
      'Denver',
      '25 miles',
      'Multi-Family',
      'Condominium / Townhouse',
      'Arc from $40,000',
      'Only with free arcs',
      '$400,000 to $2M',
      'Long-Term Rental',
      'Bedrooms 5+',
    ])
    expect(filterChips({ minTarget: 400_000 })[0]?.text).toBe('From $400,000')
    expect(filterChips({ maxTarget: 400_000 })[0]?.text).toBe('Up to $400,000')
    expect(filterChips({ q: 'mill', bathrooms: 2 }).map(({ text }) => text)).toEqual(['“mill”', 'Bathrooms 2'])
    expect(filterChips({ minArcPrice: 40_000, maxArcPrice: 100_000, hasFreeArcs: true }).map(({ text }) => text)).toEqual([
      'Arc $40,000 to $100,000',
      'Only with free arcs',
    ])
    expect(filterChips({ maxArcPrice: 75_000 })[0]?.text).toBe('Arc up to $75,000')
    expect(filterChips({})).toEqual([])
  })

  test('each remove only their own filter', () => {
    const without = (key: string) => filterChips(filter).find((chip) => chip.key === key)?.without
    const { near: _near, ...nowhere } = filter
    const { minTarget: _min, maxTarget: _max, ...anyTarget } = filter
    const { minArcPrice: _price, ...anyPrice } = filter
    const { hasFreeArcs: _free, ...alsoFull } = filter
    const { investmentPurpose: _purpose, ...anyPurpose } = filter
    expect(without('near')).toEqual(nowhere)
    expect(without('radius')).toEqual({ ...filter, near: { ...near, radius: 15 } })
    expect(without('propertyTypes:multi_family')).toEqual({ ...filter, propertyTypes: ['condo_townhouse'] })
    expect(without('target')).toEqual(anyTarget)
    expect(without('arcPrice')).toEqual(anyPrice)
    expect(without('hasFreeArcs')).toEqual(alsoFull)
    expect(without('investmentPurpose:long_term_rental')).toEqual(anyPurpose)
  })

  test('removed one after another leave no filter', () => {
    let left = filter
    for (let count = filterChips(left).length; count > 0; count--) {
      expect(filterChips(left)).toHaveLength(count)
      left = filterChips(left).at(-1)?.without ?? left
    }
    expect(left).toEqual({})
  })
})

test('a search is named by its words', () => {
  expect(searchWords(filter)).toBe(
    'Denver, 25 miles, Multi-Family or Condominium / Townhouse, one arc from $40,000, with free arcs, target $400,000 to $2M, Long-Term Rental, Bedrooms 5+',
  )
  expect(searchWords({ q: 'mill', maxArcPrice: 75_000 })).toBe('‘mill’, one arc up to $75,000')
  expect(searchWords({ maxArcPrice: 75_000, hasFreeArcs: true })).toBe('One arc up to $75,000, with free arcs')
  expect(searchWords({})).toBe('')
})
