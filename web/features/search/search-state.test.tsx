import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { noCriteria } from '#domain/criteria.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { useSearchState } from './search-state.ts'

const pendingUser = sampleUser({ isVerified: false })

const seeker: User = {
  ...pendingUser,
  location: { city: 'Boise', state: 'ID', lat: 43.6, lng: -116.2 },
  investmentPreference: {
    preferredInvestmentRadius: 100,
    ...noCriteria,
    propertyInvestmentRange: { min: 50_000, max: 450_000 },
    propertyTypes: ['land'],
  },
}

function Probe() {
  const { search, isSettled, change } = useSearchState()
  return (
    <>
      <output>{isSettled ? search.sort : 'unknown'}</output>
      <button type="button" onClick={() => change({ sort: 'createdAt' })}>
        Newest
      </button>
      <button type="button" onClick={() => change({ sort: 'fit' })}>
        Fit
      </button>
    </>
  )
}

afterEach(() => vi.unstubAllGlobals())

const show = (user: User, address = '/') => {
  serve(({ path }) => (path === 'auth/whoami' ? { isLoggedIn: true, user } : undefined))
  return showScreen(<Probe />, address)
}
const sortShown = (sort: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(sort))

test('with preferences the default order is best fit, without a parameter in the URL', async () => {
  const { user, at } = show(seeker)
  await sortShown('fit')
  await user.click(screen.getByRole('button', { name: 'Newest' }))
  await sortShown('createdAt')
  expect(at()).toBe('/?sort=createdAt')
  await user.click(screen.getByRole('button', { name: 'Fit' }))
  await sortShown('fit')
  expect(at()).toBe('/')
})

test('an order in the URL is used, also without preferences', async () => {
  show(seeker, '/?sort=title')
  await sortShown('title')
})

test('without preferences the newest come first, even if the URL asks for best fit', async () => {
  show({ ...seeker, location: null, investmentPreference: null }, '/?sort=fit')
  await sortShown('createdAt')
})
