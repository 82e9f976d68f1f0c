import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { savedAddress } from '#domain/saved-search.ts'
import type { CircleFilter } from '#domain/search.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { SaveSearch } from './save-search.tsx'

const filter: CircleFilter = { propertyTypes: ['land'], maxArcPrice: 75_000 }
const tellMe = 'Tell me about new circles like this'

const searchOf = (address: string): SavedSearch => ({
  _id: address,
  address,
  words: address,
  byMail: false,
  matches: 0,
  createdAt: '2026-11-02T10:00:00.000Z',
})

afterEach(() => vi.unstubAllGlobals())

const show = (saved: readonly string[], isSignedIn = true) => {
  const searches = [...saved]
  const asked = serve(({ path, method, body }) => {
    if (path === 'auth/whoami') return isSignedIn ? { isLoggedIn: true, user: sampleUser({}) } : undefined
    if (path !== 'app/saved-search') return undefined
    if (method === 'POST') searches.push((body as { address: string }).address)
    return method === 'POST' ? searchOf(searches.at(-1) ?? '') : searches.map(searchOf)
  })
  return { asked, ...showScreen(<SaveSearch filter={filter} />, '/?propertyTypes=land&maxArcPrice=75000') }
}

test('a search is kept by a dialog that names it by its words, and then says so', async () => {
  const { user, asked } = show([])
  await user.click(await screen.findByRole('button', { name: tellMe }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Land, one arc up to $75,000')).toBeDefined()
  await user.click(within(dialog).getByRole('switch', { name: /^Once a day by mail/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Keep search' }))
  expect(await screen.findByRole('link', { name: 'You will be told' })).toBeDefined()
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ address: savedAddress(filter), byMail: true })
})

test('who keeps ten already is asked to take one away', async () => {
  const { user } = show(Array.from({ length: 10 }, (_, nth) => `q=mill${nth}`))
  await user.click(await screen.findByRole('button', { name: tellMe }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('You keep 10 searches, which is the most.')
  expect(within(dialog).queryByRole('button', { name: 'Keep search' })).toBeNull()
})

test('a visitor is led to log in or register, and back to the search', async () => {
  const { user } = show([], false)
  await user.click(await screen.findByRole('button', { name: tellMe }))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(within(dialog).getByRole('link', { name: 'Login' })).toBeDefined())
  for (const name of ['Login', 'Register'])
    expect(within(dialog).getByRole('link', { name }).getAttribute('href')).toContain(
      encodeURIComponent('/?propertyTypes=land&maxArcPrice=75000'),
    )
})
