import { Notifications } from '@mantine/notifications'
import { act, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { JoinScreen } from './join-screen.tsx'

const user = sampleUser()
const gathering: Partial<Circle> = {
  title: 'Larkspur Terrace',
  stage: 'gathering',
  currentInvestmentAmount: 750_000,
  percentFunded: 83,
  sharesAvailable: 2,
  openArcPrices: [75_000, 75_000],
  holdings: [300_000, 450_000],
}

const membership = {
  _id: 'm1',
  circle: 'c1',
  arcs: 2,
  investmentAmount: 150_000,
  isOwner: false,
  createdAt: '2026-11-15T00:00:00.000Z',
  complete: true,
}

function show(change: Partial<Circle> = gathering) {
  const asked = serve(({ method, path }) => {
    if (path === 'auth/whoami') return { isLoggedIn: true, user }
    if (path === 'app/circle/c1') return sampleCircle(change)
    if (method === 'POST' && path === 'app/circle-membership/c1') return membership
    return path.includes('membership') ? [] : undefined
  })
  const shown = showScreen(
    <Suspense>
      <Notifications />
      <JoinScreen />
    </Suspense>,
    '/join-circle/c1',
    '/join-circle/:id',
  )
  return { ...shown, asked }
}

test('after joining, the browser’s Back does not return to its steps', async () => {
  const { user: person, router, at } = show()
  await person.click(await screen.findByRole('button', { name: 'Next: Choose Investment' }))
  await person.click(await screen.findByRole('radio', { name: /^2 shares/ }))
  await person.click(screen.getByRole('button', { name: 'Next: Confirm' }))
  await person.click(await screen.findByRole('button', { name: 'Join Circle' }))
  await screen.findByText('Elsewhere')
  expect(at()).toBe('/circle/c1')
  await act(() => router.navigate(-1))
  expect(at()).toBe('/circle/c1')
})

test('the steps stay on screen until the circle’s page has what it needs', async () => {
  const { user: person, asked, router } = show()
  await person.click(await screen.findByRole('button', { name: 'Next: Choose Investment' }))
  await person.click(await screen.findByRole('button', { name: 'Next: Confirm' }))
  let askedBefore: readonly string[] = []
  router.subscribe(({ location }) => {
    if (location.pathname === '/circle/c1' && askedBefore.length === 0) askedBefore = asked.map(({ method, path }) => `${method} ${path}`)
  })
  await person.click(await screen.findByRole('button', { name: 'Join Circle' }))
  await screen.findByText('Elsewhere')
  expect(askedBefore).toContain('GET app/circle-membership/c1')
})

test('what one holds now is said, with the circle and the amount', async () => {
  const { user: person } = show()
  await person.click(await screen.findByRole('button', { name: 'Next: Choose Investment' }))
  await person.click(await screen.findByRole('button', { name: 'Next: Confirm' }))
  const said: string[] = []
  const observer = new MutationObserver(() => {
    const toast = document.querySelector('[role="status"]')?.textContent
    if (toast) said.push(toast)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  await person.click(await screen.findByRole('button', { name: 'Join Circle' }))
  await screen.findByText('Elsewhere')
  observer.disconnect()
  expect(said[0]).toBe('You hold 2 arcs of Larkspur Terrace, $150,000.')
})

test('where nothing is left, the ring promises no arc', async () => {
  const { user: person } = show({ title: 'Larkspur Terrace' })
  await person.click(await screen.findByRole('button', { name: 'Next: Choose Investment' }))
  await screen.findByText('No shares are currently available in this circle.')
  screen.getByRole('img', { name: '100% funded' })
  expect(screen.queryByText('with your arc')).toBeNull()
})
