import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { PostItem } from './post-item.tsx'
import type { Reader } from './thread.queries.ts'

const now = new Date('2026-11-15T06:00:00.000Z')
const post: Post = {
  _id: 'a',
  state: 'shown',
  mentions: [],
  text: '<img src=x onerror=alert(1)> https://example.com',
  author: { _id: 'm', firstName: 'Maya', lastName: 'Stone' },
  isBroker: false,
  isMine: true,
  editableUntil: '2026-11-15T06:15:00.000Z',
  createdAt: now.toISOString(),
  editedAt: null,
}
const readers: Reader[] = [{ _id: 'm', name: 'Maya Stone', initial: 'M', role: null, arc: 0, isMember: true }]
const show = (given: Post) =>
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <PostItem
        post={given}
        topic={{ page: '/circle/7/conversation' }}
        readers={readers}
        onEdit={async () => {}}
        onDelete={async () => {}}
      />
    </QueryClientProvider>,
  )

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

test('one’s own post can be edited until the time limit, and deleted after it', () => {
  show(post)
  screen.getByRole('button', { name: 'Edit' })
  screen.getByText('15 more minutes to edit')
  act(() => void vi.advanceTimersByTime(10 * 60_000 + 5_000))
  screen.getByText('5 more minutes to edit')
  act(() => void vi.advanceTimersByTime(5 * 60_000))
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  screen.getByRole('button', { name: 'Delete' })
})

test('markup is shown as text, and only web addresses become links', () => {
  show({ ...post, isMine: false, editableUntil: null })
  screen.getByText(/<img src=x onerror=alert\(1\)>/)
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer nofollow')
})

test('a deleted post keeps its place and author, a hidden one only its place', () => {
  show({ ...post, state: 'deleted', text: '', editableUntil: null })
  screen.getByText('Deleted by Maya Stone')
  expect(screen.queryByRole('button')).toBeNull()
  show({ ...post, state: 'hidden', text: '', author: null, isMine: false, editableUntil: null })
  screen.getByText('Hidden by an administrator')
})

test('people are mentioned by their names, and nobody else', () => {
  const [mia, stranger] = ['0198b0c0-0000-7000-8000-000000000001', '0198b0c0-0000-7000-8000-000000000002']
  show({ ...post, text: `@{${mia}}, see @{${stranger}}`, mentions: [{ _id: mia, name: 'Mia Weller' }] })
  screen.getByText('@Mia Weller')
  screen.getByText(new RegExp(`, see @{${stranger}}`))
})
