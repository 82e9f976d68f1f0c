import { describe, expect, test } from 'vitest'
import type { CircleFilter } from './search.ts'
import { filterChips } from './search-chips.ts'

const near = { lat: 39.7392, lng: -104.9903, radius: 25, city: 'Denver' }
const filter: CircleFilter = {
  near,
  propertyTypes: ['multi_family', 'condo_townhouse'],
  minTarget: 400_000,
  maxTarget: 2_000_000,
  investmentPurpose: ['long_term_rental'],
  bedrooms: 5,
}

describe('the chips of active filters', () => {
  test('have the texts of the panel', () => {
    expect(filterChips(filter).map(({ text }) => text)).toEqual([
      'Denver',
      '25 miles',
      'Multi-Family',
      'Condo / Townhouse',
      '$400,000 to $2M',
      'Long-Term Rental',
      'Bedrooms 5+',
    ])
    expect(filterChips({ minTarget: 400_000 })[0]?.text).toBe('From $400,000')
    expect(filterChips({ maxTarget: 400_000 })[0]?.text).toBe('Up to $400,000')
    expect(filterChips({ q: 'mill', bathrooms: 2 }).map(({ text }) => text)).toEqual(['“mill”', 'Bathrooms 2'])
    expect(filterChips({})).toEqual([])
  })

  test('each remove only their own filter', () => {
    const without = (key: string) => filterChips(filter).find((chip) => chip.key === key)?.without
    const { near: _near, ...nowhere } = filter
    const { minTarget: _min, maxTarget: _max, ...anyTarget } = filter
    const { investmentPurpose: _purpose, ...anyPurpose } = filter
    expect(without('near')).toEqual(nowhere)
    expect(without('radius')).toEqual({ ...filter, near: { ...near, radius: 15 } })
    expect(without('propertyTypes:multi_family')).toEqual({ ...filter, propertyTypes: ['condo_townhouse'] })
    expect(without('target')).toEqual(anyTarget)
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
