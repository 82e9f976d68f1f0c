import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
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
    standing: { state: 'open', outcome: 'did_not_pass', of: 8, voted: 5, invest: 2, watchList: 0, veto: 3, needed: 0, late: 0, words: '' },
  }),
})

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
