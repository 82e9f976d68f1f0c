import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { flushOutbox } from '#web/api/waiting-acts.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { propertyThread } from './thread.queries.ts'
import { Thread } from './thread.tsx'

/** Nobody to mention, no members. */
const isPeople = (path: string) => path.endsWith('/people') || path.includes('circle-membership')
const unread = { count: 0, first: null }

const post = (id: string): Post => ({
  _id: id,
  state: 'shown',
  mentions: [],
  text: `Text of ${id}`,
  author: { _id: 'u2', firstName: 'Nora', lastName: 'Lindqvist' },
  isBroker: false,
  isMine: false,
  editableUntil: null,
  createdAt: '2026-11-15T10:00:00.000Z',
  editedAt: null,
})

test('opening a thread says up to which post it was read; an empty one says nothing', async () => {
  const asked = serve(({ path, method }) => {
    if (isPeople(path)) return []
    if (method === 'PUT') return {}
    return { items: path.includes('p1') ? [post('1'), post('2')] : [], hasEarlier: false, unread }
  })
  showScreen(
    <>
      <Thread topic={propertyThread('c1', 'p1', '1 Elm')} readers="Members" />
      <Thread topic={propertyThread('c1', 'p2', '2 Elm')} readers="Members" />
    </>,
  )
  await screen.findByText('Text of 2')
  await screen.findByText(/Nothing has been asked yet/)
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({ path: 'app/property/p1/thread/visit', body: { lastPost: '2' } })
})

const field = () => screen.getByLabelText('Write to the circle') as HTMLTextAreaElement

test('a comment without a connection says that it waits, can be taken back into the field, and is sent once when it is back', async () => {
  const asked = serve(({ method, path }) =>
    isPeople(path) ? [] : method === 'POST' ? post('3') : { items: [], hasEarlier: false, unread },
  )
  const { user } = showScreen(<Thread topic={propertyThread('c1', 'p1', '1 Elm')} readers="Members" />)
  await screen.findByText(/Nothing has been asked yet/)
  act(() => onlineManager.setOnline(false))
  await user.type(field(), 'Is the roof sound?')
  await user.click(screen.getByRole('button', { name: 'Post' }))
  await screen.findByText('Will be sent when you are back')
  expect(field().value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Take back: 1 Elm' }))
  expect(field().value).toBe('Is the roof sound?')
  expect(screen.queryByText('Will be sent when you are back')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Post' }))
  await screen.findByText('Will be sent when you are back')
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  await act(async () => {
    onlineManager.setOnline(true)
    await flushOutbox()
  })
  expect(asked.filter(({ method }) => method === 'POST')).toMatchObject([{ body: { text: 'Is the roof sound?' } }])
  expect(screen.queryByText('Is the roof sound?')).toBeNull()
})

test('an unsent text is still in the field when the discussion is opened again, until it is posted', async () => {
  serve(({ method, path }) => (isPeople(path) ? [] : method === 'POST' ? post('3') : { items: [], hasEarlier: false, unread }))
  const show = () => showScreen(<Thread topic={propertyThread('c1', 'p1', '1 Elm')} readers="Members" />)
  const { user } = show()
  await user.type(field(), 'Half a thought')
  cleanup()
  show()
  expect(field().value).toBe('Half a thought')
  await user.click(screen.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(field().value).toBe(''))
  cleanup()
  show()
  expect(field().value).toBe('')
})
