import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { CircleResults } from './circle-results.tsx'
import { useSearchState } from './search-state.ts'

// Cards draw maps, which need a browser.
vi.mock('./circle-card.tsx', () => ({ CircleCard: ({ circle }: { circle: Circle }) => <p>{circle.title}</p> }))

const Results = () => <CircleResults {...useSearchState()} />

afterEach(() => vi.unstubAllGlobals())

/** `existing` circles, of which the server counts at most 1,000. */
const show = (existing: number, address: string) => {
  serve(({ path, query }) => {
    if (path === 'auth/whoami') return { isLoggedIn: true, user: sampleUser({ location: null, investmentPreference: null }) }
    if (path !== 'public/circle') return undefined
    const [page, pageSize] = [Number(query.get('page')), Number(query.get('pageSize'))]
    const shown = Math.max(0, Math.min(pageSize, existing - (page - 1) * pageSize))
    const items = Array.from({ length: shown }, (_, index) => sampleCircle({ _id: `c${index}`, title: `Circle ${index}` }))
    return { items, total: Math.min(existing, 1_000), ...(existing > 1_000 && { totalIsAtLeast: true }), page, pageSize }
  })
  return showScreen(<Results />, address)
}

const nextPage = () => within(screen.getByRole('navigation', { name: 'Pages' })).getByLabelText('Next page')

test('up to 1,000 circles are counted', async () => {
  show(1_000, '/?pageSize=10')
  expect(await screen.findByRole('heading', { name: 'Found 1,000 circles' })).toBeDefined()
})

test('more are said to be more than 1,000, and the page after the last counted one can be reached', async () => {
  const { user, at } = show(1_004, '/?pageSize=10&page=100')
  expect(await screen.findByRole('heading', { name: 'Found more than 1,000 circles' })).toBeDefined()
  await user.click(nextPage())
  expect(at()).toContain('page=101')
  expect(await screen.findByText('Circle 3')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Circle 4')).toBeNull())
  expect(nextPage().getAttribute('href')).toBeNull()
})

test('a page past the end leads back to the last counted one', async () => {
  const { at } = show(1_004, '/?pageSize=10&page=300')
  await waitFor(() => expect(at()).toContain('page=100'))
})
