import { onlineManager } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { flushOutbox } from '#web/api/waiting-acts.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { NoticeList } from './notice-list.tsx'

const notice = (id: string) => ({
  _id: id,
  kind: 'answer',
  words: `Answer ${id}`,
  path: '/x',
  circle: null,
  property: null,
  motion: null,
  at: '2026-11-15T10:00:00.000Z',
  readAt: null,
})

test('notices marked as read without a connection read as such at once, and are marked once when it is back', async () => {
  const asked = serve(({ method }) =>
    method === 'POST' ? {} : { items: [notice('1'), notice('2')], page: 1, pageSize: 20, total: 2, unread: 2 },
  )
  const { user } = showScreen(<NoticeList userId="me" onFollow={() => {}} />)
  await screen.findByText('Answer 1')
  act(() => onlineManager.setOnline(false))
  await user.click(screen.getByRole('button', { name: 'Mark as read: Answer 1' }))
  await screen.findByText('Marked as read. Will be sent when you are back.')
  expect(screen.queryByRole('button', { name: 'Mark as read: Answer 1' })).toBeNull()
  screen.getByRole('button', { name: 'Mark as read: Answer 2' })
  await act(async () => {
    onlineManager.setOnline(true)
    await flushOutbox()
  })
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['app/notice/1'])
})
