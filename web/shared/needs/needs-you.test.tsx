import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Needs } from '#contract/needs.ts'
import { sendOrKeep } from '#web/api/waiting-acts.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { NeedsYou } from './needs-you.tsx'

const mill = { _id: 'c1', title: 'Old Mill Exchange' }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const vote = { kind: 'vote', circle: mill, name: '70 Millrace Yard', path: '/circle/c1?property=p1', dueAt: inDays(3), count: 1 } as const
const motion = { kind: 'motion', circle: mill, name: 'Repair the roof', path: '/circle/c1/motion/m1', dueAt: inDays(9), count: 1 } as const
const answer = { kind: 'answer', circle: mill, name: '9 Elm', path: '/circle/c1?property=p2', dueAt: null, count: 3 } as const

function show(...answers: (Needs | undefined)[]) {
  const asked = serve(({ path }) => (path === 'app/needs-you' ? (answers.length > 1 ? answers.shift() : answers[0]) : undefined))
  return { ...showScreen(<NeedsYou userId="me" />), asked }
}

test('what waits is one cell per kind, soonest first, and each opens the very thing', async () => {
  const { user, at } = show({ items: [vote, motion, answer], next: null })
  await screen.findByRole('heading', { level: 2, name: /^Needs you/ })
  const cells = screen.getAllByRole('listitem')
  expect(cells.map((cell) => cell.textContent)).toEqual([
    expect.stringMatching(/^Vote2 votes waitingCloses \w+day 70 Millrace Yard and 1 motion, Old Mill ExchangeVote$/),
    'Read3 answers to read To your questions in Old Mill ExchangeRead answers',
  ])
  await user.click(screen.getByRole('link', { name: '2 votes waiting', description: /70 Millrace Yard/ }))
  expect(at()).toBe('/circle/c1?property=p1')
})

test('it is calm when nothing waits, and says what closes next', async () => {
  show({ items: [], next: { circle: mill, name: '70 Millrace Yard', path: '/x', closesAt: '2026-12-17T12:00:00.000Z' } })
  await screen.findByRole('heading', { level: 2, name: 'Nothing needs you' })
  screen.getByText('Next: 70 Millrace Yard closes on Thursday, December 17. You have voted.')
  expect(screen.queryByRole('listitem')).toBeNull()
})

test('a failure is shown in its place, with a way to try again', async () => {
  const { user } = show(undefined, { items: [], next: null })
  await screen.findByText('What needs you could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Nothing needs you')
})

test('the calendar address is made, shown once and ended', async () => {
  const since = '2026-11-15T10:00:00.000Z'
  const asked = serve(({ path, method }) => {
    if (path === 'app/needs-you') return { items: [], next: null }
    if (method === 'POST') return { link: 'https://arcstead.example/api/public/calendar/x.ics', since }
    return method === 'DELETE' ? {} : { link: null, since: null }
  })
  const { user } = showScreen(<NeedsYou userId="me" />)
  await user.click(await screen.findByRole('button', { name: 'Add to my calendar' }))
  await user.click(await screen.findByRole('button', { name: 'Make my address' }))
  expect(await screen.findByLabelText('Calendar address')).toHaveProperty('value', 'https://arcstead.example/api/public/calendar/x.ics')
  await user.click(screen.getByRole('button', { name: 'End address' }))
  await screen.findByRole('button', { name: 'Make my address' })
  await waitFor(() => expect(asked.map(({ method }) => method)).toContain('DELETE'))
})

test('the overview of administrators shows only what waits for them as such', async () => {
  const waiting = {
    kind: 'verification',
    circle: null,
    name: 'Owen Pell',
    path: '/admin/manage-user/o/review',
    dueAt: null,
    count: 1,
    facts: { since: new Date(Date.now() - 3.2 * 86_400_000).toISOString(), state: 'answered' },
  } as const
  serve(({ path }) => (path === 'app/needs-you' ? { items: [vote, waiting], next: null } : undefined))
  showScreen(<NeedsYou userId="me" as="admin" />)
  const cells = await screen.findAllByRole('listitem')
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'People1 person waiting to be verifiedLongest: 3 days Owen Pell, has answeredReview people',
  ])
  expect(screen.queryByRole('button', { name: 'Add to my calendar' })).toBeNull()
})

test('what waits to be sent is a cell that leads to it', async () => {
  show({ items: [vote], next: null })
  await screen.findByRole('listitem')
  await act(async () => {
    onlineManager.setOnline(false)
    const act = { kind: 'vote', method: 'POST', path: 'x', body: {}, about: 'Repair the roof', page: '/circle/c1/motion/m1' } as const
    await sendOrKeep({ ...act, subject: 'a', changes: [] })
    await sendOrKeep({ ...act, kind: 'mark', subject: 'b', changes: [] })
  })
  const cells = screen.getAllByRole('listitem')
  expect(cells.map((cell) => cell.textContent)[1]).toBe('To be sent1 voteWill be sent when you are back Repair the roofSee it')
  expect(screen.getByRole('link', { name: '1 vote' }).getAttribute('href')).toBe('/circle/c1/motion/m1')
})
