import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Post } from '#contract/deciding.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { propertyThread } from './thread.queries.ts'
import { Thread } from './thread.tsx'

const post = (id: string): Post => ({
  _id: id,
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
    if (method === 'PUT') return {}
    return { items: path.includes('p1') ? [post('1'), post('2')] : [], hasEarlier: false }
  })
  showScreen(
    <>
      <Thread topic={propertyThread('c1', 'p1')} readers="Members" />
      <Thread topic={propertyThread('c1', 'p2')} readers="Members" />
    </>,
  )
  await screen.findByText('Text of 2')
  await screen.findByText(/Nothing has been asked yet/)
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  expect(asked.find(({ method }) => method === 'PUT')).toMatchObject({ path: 'app/property/p1/thread/visit', body: { lastPost: '2' } })
})
