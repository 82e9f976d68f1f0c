import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Deciding } from '#contract/deciding.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { LockNote } from './lock-note.tsx'

const standing = {
  state: 'open',
  outcome: 'open',
  of: 1,
  voted: 0,
  invest: 0,
  watchList: 0,
  veto: 0,
  needed: 1,
  late: 0,
  silent: 0,
  words: '',
} as const
const deciding = (closesAt: string | null, isClosed = false): Deciding => ({
  closesAt,
  movedAt: null,
  isClosed,
  rule: '',
  countBy: 'arcs',
  standing,
  changedSinceVote: [],
  posts: 0,
})
const show = (given: Deciding) => renderUi(<LockNote deciding={given} noticeSeconds={86_400} />)

test('the form of a closed property says what is locked', () => {
  show(deciding('2020-01-01T00:00:00.000Z', true))
  expect(screen.getByText(/address, price, link, facts and pictures are locked/)).toBeTruthy()
})

test('the form says that a change shortly before closing moves the closing date', () => {
  show(deciding(new Date(Date.now() + 3_600_000).toISOString()))
  expect(screen.getByText(/moves that to one day from now/)).toBeTruthy()
})

test('shows nothing while the vote is far from closing or has no date', () => {
  for (const given of [deciding(null), deciding('2099-01-01T00:00:00.000Z')]) {
    const { container, unmount } = show(given)
    expect(container.querySelector('p')).toBeNull()
    unmount()
  }
})
