import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Welcome } from '#contract/welcome.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { useWelcome } from './welcome.queries.ts'
import { YouAreIn } from './you-are-in.tsx'

const circle = sampleCircle()

const joined: Welcome = {
  arcs: 2,
  amount: 150_000,
  target: 900_000,
  freeArcs: 1,
  tookLast: false,
  properties: 1,
  openVotes: [{ name: '920 Juniper Road', closesAt: '2026-11-19T18:00:00.000Z', counted: 2 }],
  welcomedAt: null,
}

function Visit({ isFirstVisit }: { isFirstVisit: boolean }) {
  const { welcome, close } = useWelcome(circle._id, isFirstVisit)
  return <>{welcome && <YouAreIn circle={circle} members={[]} userId="u1" welcome={welcome} onClose={close} />}</>
}

test('on the first visit it says what one holds and what comes next, counts as seen, and can be closed', async () => {
  const asked = serve(() => joined)
  const { user } = showScreen(<Visit isFirstVisit />)
  expect(await screen.findByText('2 arcs, $150,000, 16.67%')).toBeTruthy()
  expect(screen.getByText(/920 Juniper Road.*: voting closes\./)).toBeTruthy()
  expect(screen.getByText('When 1 more arc is held')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add to my calendar' })).toBeTruthy()
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('You are in')).toBeNull()
})

test('with nothing dated there is nothing for the calendar; the last arc is said', async () => {
  serve(() => ({ ...joined, arcs: 1, freeArcs: 0, tookLast: true, openVotes: [] }))
  showScreen(<Visit isFirstVisit />)
  expect(await screen.findByText('It was the last one. The circle decides from now on.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add to my calendar' })).toBeNull()
})

test('say hello puts the cursor into the conversation, or opens it', async () => {
  serve(() => joined)
  const { user, at } = showScreen(
    <>
      <Visit isFirstVisit />
      <textarea id="conversation-field" aria-label="Write a post" />
    </>,
  )
  window.HTMLElement.prototype.scrollIntoView = () => {}
  await user.click(await screen.findByRole('button', { name: 'Say hello' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Write a post'))
  screen.getByLabelText('Write a post').id = 'another-field'
  await user.click(screen.getByRole('button', { name: 'Say hello' }))
  expect(at()).toBe(`/circle/${circle._id}/conversation`)
})

test('a later visit asks for nothing', async () => {
  const asked = serve(() => joined)
  showScreen(<Visit isFirstVisit={false} />)
  await waitFor(() => expect(asked).toEqual([]))
  expect(screen.queryByText('You are in')).toBeNull()
})
