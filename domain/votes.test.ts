import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Preference, preferenceValues } from './choices.ts'
import { investShare, tally, tallyAll, topChoice, topProperties, type Vote, voteShare } from './votes.ts'

const votes = (...preferences: Vote['preference'][]): Vote[] => preferences.map((preference) => ({ preference }))
const someVotes = fc
  .array(fc.constantFrom<Vote['preference']>(...preferenceValues, 'none', null), { maxLength: 12 })
  .map((list) => votes(...list))

describe('a tally', () => {
  test('counts each kind and omits withdrawn votes', () => {
    expect(tally(votes('invest', 'veto', 'invest', 'none', 'watchList', null))).toEqual({ invest: 2, watchList: 1, veto: 1, total: 4 })
  })

  test('does not depend on the order of the votes', () => {
    fc.assert(
      fc.property(someVotes, (list) => {
        expect(tally([...list].reverse())).toEqual(tally(list))
      }),
    )
  })

  test('of several properties is the sum of theirs', () => {
    expect(tallyAll([{ preferences: votes('invest', 'veto') }, { preferences: votes('invest') }])).toEqual({
      invest: 2,
      watchList: 0,
      veto: 1,
      total: 3,
    })
  })
})

describe('the top choice', () => {
  test('is the kind that is strictly ahead, else none', () => {
    expect(topChoice(tally(votes('invest', 'invest', 'veto')))).toBe('invest')
    expect(topChoice(tally(votes('veto')))).toBe('veto')
    expect(topChoice(tally(votes('invest', 'watchList')))).toBe('none')
    expect(topChoice(tally([]))).toBe('none')
  })

  test('is greater than each other count, otherwise none', () => {
    fc.assert(
      fc.property(someVotes, (list) => {
        const counts = tally(list)
        const beatsAll = (one: Preference) => preferenceValues.every((other) => other === one || counts[one] > counts[other])
        expect(topChoice(counts)).toBe(preferenceValues.find(beatsAll) ?? 'none')
      }),
    )
  })
})

describe('shares of the vote', () => {
  test('are whole percents of those who voted', () => {
    const counts = tally(votes('invest', 'invest', 'invest', 'watchList', 'none'))
    expect([investShare(counts), voteShare(counts, 'watchList'), voteShare(counts, 'veto')]).toEqual([75, 25, 0])
    expect(investShare(tally([]))).toBe(0)
  })

  test('are between 0 and 100 and differ from 100 in total only by rounding', () => {
    fc.assert(
      fc.property(someVotes, (list) => {
        const counts = tally(list)
        const shares = preferenceValues.map((preference) => voteShare(counts, preference))
        expect(shares.every((share) => share >= 0 && share <= 100)).toBe(true)
        expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - (counts.total === 0 ? 0 : 100))).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the top properties', () => {
  test('are the three with the most invest votes, equals in their original order', () => {
    const property = (_id: string, invest: number) => ({ _id, preferences: votes(...Array<Preference>(invest).fill('invest'), 'veto') })
    const properties = [property('a', 1), property('b', 3), property('c', 1), property('d', 0), property('e', 3)]
    expect(topProperties(properties).map(({ _id }) => _id)).toEqual(['b', 'e', 'a'])
    expect(topProperties(properties.slice(0, 1))).toHaveLength(1)
  })

  test('have at least as many as the others, and the input is not changed', () => {
    fc.assert(
      fc.property(fc.array(someVotes, { maxLength: 8 }), (lists) => {
        const properties = lists.map((preferences, index) => ({ index, preferences }))
        const before = [...properties]
        const top = topProperties(properties, 3)
        const invest = (one: (typeof properties)[number]) => tally(one.preferences).invest
        const least = Math.min(...top.map(invest))
        expect(top).toHaveLength(Math.min(3, properties.length))
        expect(properties.filter((one) => !top.includes(one)).every((one) => invest(one) <= least)).toBe(true)
        expect(properties).toEqual(before)
      }),
    )
  })
})
