import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts.ts'
import type { Overview } from '#contract/admin.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { AdminOverviewScreen } from './overview-screen.tsx'
import { UsersScreen } from './users-screen.tsx'

const pendingUser = sampleUser({ isVerified: false })

const overview: Overview = {
  usersAwaitingVerification: 1,
  users: 7,
  circles: 3,
  fundedAmount: 900_000,
  openCrashReports: 0,
  awaiting: [],
  committed: [],
  lastVerifiedAt: null,
  decidedToday: 0,
}

const page = (items: readonly Partial<User>[]) => ({ items, total: items.length, page: 1, pageSize: 10 })

const serveAdmin = () =>
  serve(({ path }) =>
    path === 'admin/overview' ? overview : path === 'admin/user' ? page([pendingUser]) : path === 'auth/whoami' ? null : undefined,
  )

afterEach(() => vi.unstubAllGlobals())

test('the overview links to people awaiting verification, and does not repeat the table of users', async () => {
  serveAdmin()
  const { user, at } = showScreen(<AdminOverviewScreen />, '/admin')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Overview')
  expect(await screen.findByRole('heading', { name: 'Newest users' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  await user.click(await screen.findByRole('link', { name: 'Users awaiting verification' }))
  expect(at()).toBe('/admin/user-management?verification=awaiting')
})

test('the verification filter of the user list is in the URL', async () => {
  const asked = serveAdmin()
  const { user, at } = showScreen(<UsersScreen />, '/admin/user-management?verification=awaiting')
  await screen.findByRole('table', { name: 'Users' })
  const lists = () => asked.filter(({ path }) => path === 'admin/user').map(({ query }) => query.get('verification'))
  expect(lists()).toEqual(['awaiting'])
  await user.click(screen.getByRole('combobox', { name: 'Verification' }))
  await user.click(await screen.findByRole('option', { name: 'Not verified' }))
  expect(at()).toBe('/admin/user-management?verification=not_verified')
  await screen.findByRole('table', { name: 'Users' })
  expect(lists()).toEqual(['awaiting', 'not_verified'])
})

test('a click anywhere on a row opens its person, a click on a button of the row does not', async () => {
  serveAdmin()
  const { user, at } = showScreen(<UsersScreen />, '/admin/user-management')
  const row = await screen.findByRole('row', { name: /Dana Reed/ })
  await user.click(within(row).getByRole('button', { name: 'Delete Dana Reed' }))
  expect(at()).toBe('/admin/user-management')
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await user.click(within(row).getByText('Awaiting verification'))
  expect(at()).toBe(`/admin/manage-user/${pendingUser._id}`)
})
