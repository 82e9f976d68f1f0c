import { onlineManager, useMutation } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { api } from '#web/api/client.ts'
import { sendOrKeep } from '#web/api/waiting-acts.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ToastHost } from '#web/ui/feedback/toast-host.tsx'
import { OutboxParts, WaitingCount } from './outbox-parts.tsx'

const comment = {
  kind: 'comment',
  method: 'POST',
  path: 'app/thread',
  body: { text: 'Is the roof sound?' },
  subject: 'comment:1',
  about: '1 Elm',
  page: '/circle/c1',
  changes: [],
} as const

function Join() {
  const join = useMutation({ mutationFn: () => api.post('app/join', {}) })
  return (
    <button type="button" onClick={() => join.mutate()}>
      {join.isPending ? 'Joining' : 'Join'}
    </button>
  )
}

const show = () =>
  showScreen(
    <>
      <ToastHost />
      <OutboxParts />
      <p data-testid="count">
        <WaitingCount />
      </p>
      <Join />
    </>,
  )

const lose = () => act(() => onlineManager.setOnline(false))
const find = () => act(() => onlineManager.setOnline(true))

test('what had waited is sent when the line is back, and the page says so', async () => {
  const asked = serve(() => ({}))
  show()
  lose()
  await act(async () => void (await sendOrKeep(comment)))
  expect(screen.getByTestId('count').textContent).toBe(' 1 comment waits to be sent.')
  find()
  expect((await screen.findByText('Your comment was sent.', { exact: false })).textContent).toBe('You are back. Your comment was sent.')
  expect(asked).toMatchObject([{ path: 'app/thread', body: { text: 'Is the roof sound?' } }])
  expect(screen.getByTestId('count').textContent).toBe('')
})

test('a comment that is refused is shown with its words, until it is dismissed', async () => {
  serve(() => undefined)
  const { user } = show()
  lose()
  await act(async () => void (await sendOrKeep(comment)))
  find()
  const notSent = await screen.findByRole('region', { name: 'Not sent' })
  expect(notSent.textContent).toContain('Your comment on 1 Elm was not sent. Not there')
  expect(notSent.querySelector('blockquote')?.textContent).toBe('Is the roof sound?')
  screen.getByRole('button', { name: 'Copy text' })
  await user.click(screen.getByRole('button', { name: /^Dismiss: Your comment/ }))
  expect(screen.queryByRole('region', { name: 'Not sent' })).toBeNull()
})

test('an act that cannot wait says at once that it needs a connection', async () => {
  const asked = serve(() => ({}))
  const { user } = show()
  lose()
  await user.click(screen.getByRole('button', { name: 'Join' }))
  await screen.findByText('This needs a connection.')
  screen.getByRole('button', { name: 'Join' })
  expect(asked).toEqual([])
})
