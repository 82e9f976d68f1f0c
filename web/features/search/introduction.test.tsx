import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Introduction as IntroductionData } from '#contract/introduction.ts'
import type { IntroducedCircle } from '#domain/introduction.ts'
import { sessionQuery } from '#web/api/session.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { sampleUser } from '#web/testing/sample-user.ts'
import { introductionQuery } from './introduction.queries.ts'
import { Introduction } from './introduction.tsx'

const cannery: IntroducedCircle = {
  _id: 'c1',
  title: 'Cannery Steps',
  city: 'Portland',
  totalTargetSize: 660_000,
  sharesTotal: 12,
  openArcPrices: Array.from({ length: 5 }, () => 55_000),
  holdings: [110_000, 165_000, 110_000],
}

function show(circle: IntroducedCircle | null, user: ReturnType<typeof sampleUser> | null = null) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queryClient.setQueryData(sessionQuery.queryKey, user)
  const data: IntroductionData = { circle }
  queryClient.setQueryData(introductionQuery.queryKey, data)
  return renderUi(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <h1 tabIndex={-1}>Find Investment Circles</h1>
        <Introduction />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const card = () => screen.queryByRole('region', { name: 'What a circle is' })

const forget = () => localStorage.removeItem('introduction-hidden')
beforeEach(forget)
afterEach(forget)

test('shows the ring of a real circle, and leads to it', () => {
  show(cannery)
  const part = within(card() as HTMLElement)
  expect(part.getByRole('img', { name: '58% funded by 3 members' })).toBeDefined()
  expect(part.getByRole('link', { name: 'See a circle filling up' }).getAttribute('href')).toBe('/circle-public/c1')
  expect(part.getByText(/7 of 12 arcs held, \$55,000 each/)).toBeDefined()
})

test('is not for signed-in people', () => {
  show(cannery, sampleUser())
  expect(card()).toBeNull()
})

test('stays hidden once it was hidden, and the focus moves to the heading', async () => {
  const first = show(cannery)
  await userEvent.click(screen.getByRole('button', { name: 'Hide this for good' }))
  expect(card()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  first.unmount()
  show(cannery)
  expect(card()).toBeNull()
})
