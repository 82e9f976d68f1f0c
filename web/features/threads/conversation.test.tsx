import { useInfiniteQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { conversationThread, threadQuery } from '#web/shared/thread/thread.queries.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationCard } from './conversation-card.tsx'

const ids = ['a', 'b', 'c', 'd'].map((last) => `0198b0c0-0000-7000-8000-00000000000${last}`)
const post = (index: number, createdAt: string, change: Partial<Post> = {}): Post => ({
  _id: ids[index] ?? '',
  state: 'shown',
  mentions: [],
  text: `Post ${index}`,
  author: { _id: 'u2', firstName: 'Nora', lastName: 'Lindqvist' },
  isBroker: false,
  isMine: false,
  editableUntil: null,
  createdAt,
  editedAt: null,
  ...change,
})
const posts = [
  post(0, '2026-12-07T16:12:00.000Z'),
  post(1, '2026-12-07T17:40:00.000Z', { state: 'hidden', text: '', author: null }),
  post(2, '2026-12-08T08:52:00.000Z', { isBroker: true }),
  post(3, '2026-12-08T09:03:00.000Z'),
]

/** What the API answers; `mine` says what the page sent. */
const answering = (items: readonly Post[], unread = { count: 0, first: null as string | null }) =>
  serve(({ path, method }) => {
    if (path.endsWith('/people') || path.includes('circle-membership')) return []
    if (method === 'PUT') return {}
    return path.endsWith('/conversation') ? { items, hasEarlier: false, unread } : undefined
  })

test('posts stand under their days, and what is new since the last visit under a line; showing them is a visit', async () => {
  const asked = answering(posts, { count: 2, first: ids[2] ?? '' })
  showScreen(<Conversation topic={conversationThread('c1', 'Larkspur Terrace')} isReadOnly={false} />)
  const log = await screen.findByRole('log', { name: 'Conversation' })
  await within(log).findByText('Post 3')
  const shown = log.textContent ?? ''
  const order = [
    'Monday, Dec 7, 2026',
    '4:12 PM',
    'Hidden by an administrator',
    'Tuesday, Dec 8, 2026',
    '2 new since your last visit',
    'Post 2',
    'Post 3',
  ]
  const places = order.map((words) => shown.indexOf(words))
  expect(places.every((place, index) => place >= 0 && (index === 0 || place > (places[index - 1] ?? 0)))).toBe(true)
  screen.getByRole('separator', { name: '2 new since your last visit' })
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toMatchObject([{ body: { lastPost: ids[3] } }]))
  // Hidden posts have no menu: there is nothing to link to.
  expect(screen.getAllByRole('button', { name: /^More about this post/ })).toHaveLength(3)
})

function LoadedBefore() {
  const topic = conversationThread('c1', 'Larkspur Terrace')
  const { isFetched } = useInfiniteQuery(threadQuery(topic))
  return isFetched && <Conversation topic={topic} isReadOnly={false} />
}

test('posts that were loaded before count as read only after what is new has been counted', async () => {
  let visits = 0
  serve(async ({ path, method }) => {
    if (method === 'PUT') {
      visits++
      return {}
    }
    if (!path.endsWith('/conversation')) return []
    await new Promise((done) => setTimeout(done, 30))
    return { items: posts, hasEarlier: false, unread: visits > 0 ? { count: 0, first: null } : { count: 2, first: ids[2] } }
  })
  showScreen(<LoadedBefore />)
  await screen.findByRole('separator', { name: '2 new since your last visit' })
  await waitFor(() => expect(visits).toBe(1))
})

test('in an ended circle it is only read', async () => {
  answering(posts)
  showScreen(<Conversation topic={conversationThread('c1', 'Larkspur Terrace')} isReadOnly />)
  await screen.findByText('Post 3')
  expect(screen.queryByLabelText('Write to the circle')).toBeNull()
  expect(screen.queryByRole('separator')).toBeNull()
})

test('the card says how many are new and does not count as a visit', async () => {
  const asked = answering(posts.slice(1), { count: 2, first: ids[2] ?? '' })
  showScreen(<ConversationCard circle={sampleCircle({})} />)
  await screen.findByText('Post 3')
  screen.getByText('2 new')
  screen.getByText('Dec 8, 9:03 AM')
  expect(screen.getByRole('link', { name: 'All posts' }).getAttribute('href')).toMatch(/\/conversation$/)
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
  expect(asked.find(({ path }) => path.endsWith('/conversation'))?.query.get('most')).toBe('3')
})

test('an empty card invites to write', async () => {
  answering([])
  showScreen(<ConversationCard circle={sampleCircle({})} />)
  await screen.findByText('Nobody has written yet. Say who you are and what you look for.')
  expect(document.getElementById('conversation-field')?.tagName).toBe('TEXTAREA')
})
