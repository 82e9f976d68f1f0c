import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { VerificationQueue } from '#contract/verification.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Awaiting } from './overview-awaiting.tsx'

afterEach(() => vi.unstubAllGlobals())

const person = (firstName: string, days: number, more: Partial<VerificationQueue['items'][number]> = {}) => ({
  _id: firstName,
  firstName,
  lastName: 'Pell',
  email: `${firstName}@example.com`,
  requestedAt: new Date(Date.now() - days * 86_400_000 - 1_000).toISOString(),
  state: 'new' as const,
  documents: 0,
  hasNote: false,
  hasPhone: false,
  ...more,
})

const queue = (items: VerificationQueue['items']): VerificationQueue => ({
  items,
  total: items.length,
  page: 1,
  pageSize: 20,
  counts: { new: 1, asked: 0, answered: 1 },
  newest: items.at(-1) ?? null,
})

test('shows who waits how long, with their stage, and links to their review', async () => {
  serve(({ path }) =>
    path === 'admin/user-verification' ? queue([person('Ada', 5, { state: 'answered', documents: 2 }), person('Bo', 0)]) : undefined,
  )
  showScreen(<Awaiting />, '/admin')
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'AAda PellAda@example.com2 documentsHas answered5 daysReview',
    'BBo PellBo@example.comNothing givenNewtodayReview',
  ])
  expect(screen.getByRole('link', { name: 'Review Ada Pell' }).getAttribute('href')).toBe('/admin/manage-user/Ada/review?queue=all')
  expect(screen.getByRole('link', { name: 'Start with Ada Pell' }).getAttribute('href')).toBe('/admin/manage-user/Ada/review?queue=all')
  expect(screen.queryByRole('button', { name: /Verify/ })).toBeNull()
})

test('the stage is a filter in the URL, with its count', async () => {
  const asked = serve(({ path, query }) =>
    path === 'admin/user-verification' ? queue(query.get('state') === 'asked' ? [] : [person('Ada', 1)]) : undefined,
  )
  const { user, at } = showScreen(<Awaiting />, '/admin')
  const filter = await screen.findByRole('navigation', { name: 'Stage' })
  expect(
    within(filter)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['All 2', 'New 1', 'Asked for more 0', 'Has answered 1'])
  await user.click(within(filter).getByRole('link', { name: /^Asked/ }))
  expect(at()).toBe('/admin?awaiting=asked')
  expect(await screen.findByText('Nobody is waiting')).toBeDefined()
  expect(asked.map(({ query }) => query.get('state'))).toContain('asked')
})

test('a failure offers Retry', async () => {
  let fails = true
  serve(() => (fails ? undefined : queue([person('Ada', 1)])))
  const { user } = showScreen(<Awaiting />, '/admin')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  fails = false
  await user.click(retry)
  await waitFor(() => expect(screen.getByRole('link', { name: 'Review Ada Pell' })).toBeDefined())
})

test('a person who asks while the page is open is named in a toast; one who leaves the queue is not', async () => {
  const shown = vi.spyOn(toast, 'success').mockImplementation(() => () => '')
  let people = [person('Ada', 5), person('Bo', 2)]
  serve(() => queue(people))
  const { user } = showScreen(<Awaiting />, '/admin')
  await screen.findByRole('link', { name: 'Review Bo Pell' })
  const refetch = (name: RegExp) => user.click(screen.getByRole('link', { name }))
  people = [person('Ada', 5)]
  await refetch(/^New/)
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Review Bo Pell' })).toBeNull())
  expect(shown).not.toHaveBeenCalled()
  people = [person('Ada', 5), person('Cleo', 0)]
  await refetch(/^Has answered/)
  await waitFor(() => expect(shown).toHaveBeenCalledTimes(1))
  shown.mockRestore()
})
