import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleDeciding, sampleProperty } from '#web/testing/sample-property.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { PropertyOutcome } from './property-outcome.tsx'
import { PropertyVotes } from './property-votes.tsx'

const vote = (user: string, name: string, isChanged = false) => ({
  user,
  name,
  arcs: 2,
  late: 0,
  isSilent: false,
  preference: 'invest' as const,
  reason: `The words of ${name}`,
  at: '2026-11-10T06:00:00.000Z',
  isChanged,
  history: isChanged ? [{ preference: 'veto' as const, reason: null, at: '2026-11-09T06:00:00.000Z' }] : [],
})
const closed = sampleDeciding({ isClosed: true, closesAt: '2026-11-14T05:35:00.000Z' })
const passed = { ...closed, standing: { ...closed.standing, outcome: 'passed' as const, voted: 12, invest: 9, late: 3, words: '12 of 12' } }

test('an open property says where it stands and offers the vote', async () => {
  serve(() => undefined)
  const onVote = vi.fn()
  const { user } = showScreen(<PropertyOutcome property={sampleProperty()} userId="u1" maySetClosing mayReadRecord onVote={onVote} />)
  screen.getByRole('heading', { name: 'Where it stands' })
  await user.click(screen.getByRole('button', { name: 'Vote on Property' }))
  expect(onVote).toHaveBeenCalledOnce()
  screen.getByRole('button', { name: 'Set the end of voting' })
})

test('who may neither vote nor set a date is offered neither', () => {
  serve(() => undefined)
  showScreen(<PropertyOutcome property={sampleProperty()} userId="u1" maySetClosing={false} mayReadRecord />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('a property of a circle that votes no more is not decided, and nobody is said to hold no arc yet', () => {
  serve(() => undefined)
  showScreen(<PropertyOutcome property={sampleProperty()} userId="u1" maySetClosing={false} isVotingOver mayReadRecord />)
  screen.getByRole('heading', { name: 'Not decided' })
  screen.getByText('Nobody votes in this circle any more, and no vote on this property has closed.')
})

test('a closed property shows its outcome first, what came too late, and its record, and nothing to change', () => {
  serve(() => undefined)
  showScreen(<PropertyOutcome property={sampleProperty({ deciding: passed })} userId="u1" maySetClosing mayReadRecord onVote={() => {}} />)
  screen.getByRole('heading', { name: 'Passed' })
  screen.getByText('3 arcs came too late to count.')
  expect(screen.getByRole('link', { name: 'Open the record' }).getAttribute('href')).toBe('/circle/c1/record?property=p1')
  expect(screen.queryByRole('button')).toBeNull()
})

test('brokers are neither offered the record nor is it requested for them', async () => {
  const asked = serve(() => undefined)
  showScreen(<PropertyOutcome property={sampleProperty({ deciding: passed })} userId="u1" maySetClosing mayReadRecord={false} />)
  screen.getByRole('heading', { name: 'Passed' })
  expect(screen.queryByRole('link')).toBeNull()
  expect(asked.filter(({ path }) => path.includes('record'))).toEqual([])
})

test('says what was left out because its holders were away, and marks their votes as not counted', () => {
  serve(() => undefined)
  const away = { ...passed, standing: { ...passed.standing, silent: 3, late: 0 }, votes: [{ ...vote('u2', 'Mia Member'), isSilent: true }] }
  showScreen(<PropertyOutcome property={sampleProperty({ deciding: away })} userId="u1" maySetClosing={false} mayReadRecord={false} />)
  screen.getByText('3 arcs of members who were away were left out.')
  cleanup()
  showScreen(<PropertyVotes deciding={away} userId="u1" arcOf={() => undefined} />)
  screen.getByText('2 arcs · left out while away')
  screen.getByText('Not counted')
})

test('votes stand with names, reasons and earlier values', () => {
  serve(() => undefined)
  const late = { ...vote('u3', 'Lea Late'), late: 1 }
  const deciding = { ...closed, votes: [vote('u1', 'Olga Owner'), vote('u2', 'Mia Member', true), late] }
  showScreen(<PropertyVotes deciding={deciding} userId="u1" arcOf={() => undefined} />)
  screen.getByText('as recorded')
  screen.getByText('You')
  expect(screen.getAllByText('2 arcs counted')).toHaveLength(2)
  screen.getByText('2 arcs counted, 1 came too late')
  screen.getByText('The words of Mia Member')
  screen.getByText(/Veto/)
})
