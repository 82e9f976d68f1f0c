import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Post } from '#contract/deciding.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { PostItem } from './post-item.tsx'

const now = new Date('2026-11-15T06:00:00.000Z')
const post: Post = {
  _id: 'a',
  text: '<img src=x onerror=alert(1)> https://example.com',
  author: { _id: 'm', firstName: 'Maya', lastName: 'Stone' },
  isBroker: false,
  isMine: true,
  editableUntil: '2026-11-15T06:15:00.000Z',
  createdAt: now.toISOString(),
  editedAt: null,
}
const show = (given: Post) => renderUi(<PostItem post={given} onEdit={async () => {}} onDelete={async () => {}} />)

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

test('one’s own post can be edited until the time limit', () => {
  show(post)
  screen.getByRole('button', { name: 'Edit' })
  act(() => void vi.advanceTimersByTime(15 * 60_000))
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('markup is shown as text, and only web addresses become links', () => {
  show({ ...post, isMine: false, editableUntil: null })
  screen.getByText(/<img src=x onerror=alert\(1\)>/)
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer nofollow')
})
