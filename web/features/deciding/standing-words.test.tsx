import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Deciding } from '#contract/deciding.ts'
import { type PropertyOutcome, propertyOutcomes } from '#domain/outcome.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { StandingWords } from './standing-words.tsx'

const deciding = (standing: Partial<Deciding['standing']> = {}, rest: Partial<Deciding> = {}): Deciding => ({
  closesAt: null,
  movedAt: null,
  isClosed: false,
  rule: '',
  countBy: 'arcs',
  standing: {
    state: 'open',
    outcome: 'open',
    of: 5,
    voted: 0,
    invest: 0,
    watchList: 0,
    veto: 0,
    needed: 3,
    late: 0,
    silent: 0,
    words: 'Words',
    ...standing,
  },
  changedSinceVote: [],
  posts: 0,
  ...rest,
})
const closesAt = '2099-06-01T18:00:00.000Z'

describe('the standing of a property', () => {
  test('says how many arcs were bought too late to count, before and after closing', () => {
    for (const isClosed of [false, true]) {
      const { unmount } = renderUi(<StandingWords deciding={deciding({ late: 3 }, { closesAt, isClosed })} />)
      expect(screen.getByText('3 arcs came too late to count')).toBeTruthy()
      unmount()
    }
    renderUi(<StandingWords deciding={deciding({}, { closesAt })} />)
    expect(screen.queryByText(/too late/)).toBeNull()
  })

  test('says what is left out because its holders are away', () => {
    renderUi(<StandingWords deciding={deciding({ silent: 1 })} />)
    screen.getByText('1 arc of a member who is away is left out')
    renderUi(<StandingWords deciding={deciding({ silent: 2 }, { countBy: 'people' })} />)
    screen.getByText('2 members who are away are left out')
  })

  test('says that the closing date was moved', () => {
    renderUi(<StandingWords deciding={deciding({}, { closesAt, movedAt: '2026-11-16T06:00:00.000Z' })} />)
    expect(screen.getByText(/^Voting closes later now/)).toBeTruthy()
  })

  test('explains the two outcomes whose words are nearly the same', () => {
    const { unmount } = renderUi(<StandingWords deciding={deciding({ outcome: 'passes' })} />)
    screen.getByText('Enough votes so far; they can still change until voting closes.')
    unmount()
    renderUi(<StandingWords deciding={deciding({ outcome: 'passed' }, { closesAt, isClosed: true })} />)
    screen.getByText('Voting has closed with enough votes; the result is final.')
  })

  test('has a separate icon for each outcome', () => {
    const signOf = (outcome: PropertyOutcome) => {
      const { container, unmount } = renderUi(<StandingWords deciding={deciding({ outcome })} />)
      const sign = container.querySelector('svg')?.innerHTML
      unmount()
      return sign
    }
    expect(new Set(propertyOutcomes.map(signOf)).size).toBe(propertyOutcomes.length)
  })
})
