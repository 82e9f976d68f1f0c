import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Property } from '#contract/properties.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { sampleDeciding, sampleProperty } from '#web/testing/sample-property.ts'
import { VotingSummary } from './voting-summary.tsx'

const property = sampleProperty({
  address: '418 Alderstone Way',
  tally: { invest: 2, watchList: 0, veto: 1, total: 3, topChoice: 'invest' },
  deciding: sampleDeciding({
    closesAt: '2026-11-15T06:00:00.000Z',
    isClosed: true,
    standing: {
      state: 'open',
      outcome: 'did_not_pass',
      of: 8,
      voted: 5,
      invest: 2,
      watchList: 0,
      veto: 3,
      needed: 0,
      late: 0,
      silent: 0,
      words: '',
    },
  }),
})

function show(properties: Property[], isVotingOver = false) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(propertiesQuery('c1').queryKey, properties)
  renderUi(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <VotingSummary circleId="c1" isVotingOver={isVotingOver} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const outcomeOf = (address: string, outcome: 'open' | 'passes' | 'passed' | 'did_not_pass', invest: number) =>
  sampleProperty({
    _id: address,
    address,
    preferences: Array.from({ length: invest }, (_, index) => ({ user: String(index), preference: 'invest' as const })),
    tally: { invest, watchList: 0, veto: 0, total: invest, topChoice: 'invest' },
    deciding: sampleDeciding({
      closesAt: '2026-11-15T06:00:00.000Z',
      isClosed: outcome !== 'open' && outcome !== 'passes',
      standing: { ...sampleDeciding().standing, outcome },
    }),
  })

test('what passed comes before what has more votes, its word is explained, and a link leads on to all properties', () => {
  show([
    outcomeOf('Open', 'open', 4),
    outcomeOf('No', 'did_not_pass', 3),
    outcomeOf('Passes', 'passes', 5),
    outcomeOf('Passed', 'passed', 1),
  ])
  const rows = screen.getAllByRole('listitem').map((row) => within(row).getByRole('link').textContent)
  expect(rows).toEqual(['Passed', 'Passes', 'Open'])
  screen.getByText(
    'Passed: Voting has closed with enough votes; the result is final. Passes: Enough votes so far; they can still change until voting closes.',
  )
  expect(screen.getByRole('link', { name: 'All properties' }).getAttribute('href')).toBe('/circle/c1?property=true')
})

test('the summary shows the outcome before the number of voters, and each row opens its property', () => {
  show([property])
  const outcome = screen.getByText('Did not pass')
  const heads = screen.getByText('67% invest')
  screen.getByText('2 of 3 voters')
  expect(outcome.compareDocumentPosition(heads) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getByRole('progressbar').firstElementChild?.getAttribute('data-tone')).toBe('plain')
  expect(screen.getByRole('link', { name: '418 Alderstone Way' }).getAttribute('href')).toBe('/circle/c1?property=p1')
})

test('in a circle that has ended an open vote was not decided', () => {
  show([outcomeOf('1 Open Street', 'open', 1), outcomeOf('2 Open Street', 'passes', 4)], true)
  expect(screen.getAllByText('Not decided')).toHaveLength(2)
  expect(screen.queryByText(/Enough votes so far/)).toBeNull()
})
