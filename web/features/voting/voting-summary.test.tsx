import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Property } from '#contract/properties.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { VotingSummary } from './voting-summary.tsx'

const property: Property = {
  _id: 'p1',
  circle: { _id: 'c1', title: 'Larkspur Terrace' },
  uploadedBy: { _id: 'u1', firstName: 'Olga', lastName: 'Owner' },
  address: '418 Alderstone Way',
  city: 'Denver',
  state: 'CO',
  zipCode: '80205',
  url: 'https://listings.example/418',
  price: 845_000,
  listingStatus: 'available',
  listingImg: { imageUri: null },
  preferences: [],
  tally: { invest: 2, watchList: 0, veto: 1, total: 3, topChoice: 'invest' },
  deciding: {
    closesAt: '2026-11-15T06:00:00.000Z',
    movedAt: null,
    isClosed: true,
    rule: '',
    standing: { state: 'open', outcome: 'did_not_pass', of: 8, voted: 5, invest: 2, watchList: 0, veto: 3, needed: 0, late: 0, words: '' },
    changedSinceVote: [],
    posts: 0,
  },
  createdAt: '2026-11-01T06:00:00.000Z',
  updatedAt: '2026-11-01T06:00:00.000Z',
}

test('the summary shows the outcome before the number of voters, and each row opens its property', () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(propertiesQuery('c1').queryKey, [property])
  renderUi(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <VotingSummary circleId="c1" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const outcome = screen.getByText('Did not pass')
  const heads = screen.getByText('67% invest')
  expect(outcome.compareDocumentPosition(heads) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getByRole('progressbar').firstElementChild?.getAttribute('data-tone')).toBe('plain')
  expect(screen.getByRole('link', { name: '418 Alderstone Way' }).getAttribute('href')).toBe('/circle/c1?property=p1')
})
