import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Preference, preferenceValues } from './choices.ts'
import { type Outcome, propertyOutcomes } from './outcome.ts'
import { countedVotes, investShare, overviewProperties, tally, tallyAll, topChoice, type Vote, voteShare } from './votes.ts'

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

describe('the properties of the overview', () => {
  const day = (number: number) => `2026-11-${number}T06:00:00.000Z`
  const property = (_id: string, outcome: Outcome, closesAt: string | null, invest = 0) => ({
    _id,
    preferences: votes(...Array<Preference>(invest).fill('invest')),
    deciding: { isClosed: !['open', 'passes'].includes(outcome), closesAt, standing: { outcome } },
  })
  const ids = (properties: readonly { readonly _id: string }[]) => properties.map(({ _id }) => _id)

  test('begin with what passed, then what is open by closing date, then the rest', () => {
    const all = [
      property('no', 'did_not_pass', day(12), 5),
      property('someday', 'open', null),
      property('later', 'passes', day(25), 4),
      property('favoured', 'open', null, 2),
      property('soon', 'open', day(19)),
      property('passed', 'passed', day(14)),
      property('blocked', 'blocked', day(16)),
      property('passed-last', 'passed', day(15)),
    ]
    expect(ids(overviewProperties(all, 8))).toEqual(['passed-last', 'passed', 'soon', 'later', 'favoured', 'someday', 'blocked', 'no'])
    expect(ids(overviewProperties(all))).toEqual(['passed-last', 'passed', 'soon'])
  })

  test('never leave out one that passed for one that did not, and the input is not changed', () => {
    const one = fc.record({
      outcome: fc.constantFrom(...propertyOutcomes),
      closesAt: fc.option(fc.integer({ min: 10, max: 28 }).map(day)),
      invest: fc.nat(4),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), (list) => {
        const properties = list.map(({ outcome, closesAt, invest }, index) => property(String(index), outcome, closesAt, invest))
        const before = [...properties]
        const shown = overviewProperties(properties)
        expect(shown).toHaveLength(Math.min(3, properties.length))
        const passed = (each: (typeof properties)[number]) => each.deciding.standing.outcome === 'passed'
        if (properties.some((each) => passed(each) && !shown.includes(each))) expect(shown.every(passed)).toBe(true)
        expect(properties).toEqual(before)
      }),
    )
  })
})

test('the votes on a property have one measure: that of the rules', () => {
  const heads = { invest: 3, watchList: 0, veto: 4, total: 7 }
  const standing = { invest: 7, watchList: 0, veto: 4 }
  expect(countedVotes({ tally: heads, deciding: { countBy: 'arcs', standing } })).toEqual({
    counts: standing,
    countBy: 'arcs',
    top: 'invest',
  })
  expect(countedVotes({ tally: heads })).toEqual({ counts: heads, countBy: 'people', top: 'veto' })
})
