import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Invitation } from '#contract/invitations.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { InvitePeople } from './invite-people.tsx'

const circleId = '01890a5d-ac96-774b-bcce-b302099a8057'

const invitation = (email: string, rest: Partial<Invitation> = {}): Invitation => ({
  _id: email,
  email,
  state: 'waiting',
  progress: 'sent',
  endedBy: null,
  endedAt: null,
  arcs: 0,
  joinedAt: null,
  createdAt: '2026-11-16T10:00:00.000Z',
  expiresAt: '2026-12-16T10:00:00.000Z',
  remindedAt: null,
  ...rest,
})

const rowOf = async (email: string) => within((await screen.findByText(email)).closest('li') as HTMLElement)

const card = (isFull = false) => <InvitePeople circleId={circleId} isFull={isFull} onInvite={() => {}} />
const dialog = (freeArcs = 10) => <InviteDialog circleId={circleId} arcs={12} freeArcs={freeArcs} ring={null} onClose={() => {}} />

test('shows who waits, has joined or is no longer invited, and lets only those who wait be reminded once and withdrawn', async () => {
  serve(({ path }) => {
    if (path.endsWith('/invite')) return null
    return [
      invitation('maya@example.com', { progress: 'verification' }),
      invitation('theo@example.com', { remindedAt: '2026-11-17T10:00:00.000Z' }),
      invitation('ann@example.com', { state: 'joined', arcs: 2, joinedAt: '2026-11-18T10:00:00.000Z' }),
      invitation('tom@example.com', { state: 'ended', endedBy: 'withdrawn', endedAt: '2026-11-19T10:00:00.000Z' }),
    ]
  })
  showScreen(card())
  const maya = await rowOf('maya@example.com')
  expect(maya.getByText('waiting')).toBeTruthy()
  expect(maya.getByText(/^sent Nov 16, 2026, waits for verification, valid until/)).toBeTruthy()
  expect(maya.getByRole('button', { name: 'Remind maya@example.com' })).toBeTruthy()
  const theo = await rowOf('theo@example.com')
  expect(theo.getByText(/sent .*, reminded .*, valid until/)).toBeTruthy()
  expect(theo.queryByRole('button', { name: /Remind/ })).toBeNull()
  expect(theo.getByRole('button', { name: 'Withdraw theo@example.com' })).toBeTruthy()
  const ann = await rowOf('ann@example.com')
  expect(ann.getByText('2 arcs since Nov 18, 2026')).toBeTruthy()
  const tom = await rowOf('tom@example.com')
  expect(tom.getByText('withdrawn Nov 19, 2026')).toBeTruthy()
  for (const row of [ann, tom]) expect(row.queryByRole('button')).toBeNull()
})

test('says that the link shows the full name before it is made', async () => {
  serve(({ path }) => (path.endsWith('/invite') ? null : []))
  showScreen(card())
  expect(await screen.findByText('Everyone with the link sees your full name, and may see and join the circle.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Make an invite link' })).toBeTruthy()
})

test('a full circle has no form and no link, but keeps its list', async () => {
  const answer = ({ path }: { path: string }) => {
    if (path.endsWith('/invite')) return null
    if (path.startsWith('app/request-join')) return { isWaiting: false, waiting: 3 }
    return [invitation('lionel@example.com', { state: 'ended', endedBy: 'full', endedAt: '2026-11-30T10:00:00.000Z' })]
  }
  serve(answer)
  showScreen(dialog(0))
  expect(await screen.findByText('Every arc is held. People can ask to be told when one comes free.')).toBeTruthy()
  expect(await screen.findByText('3 people have asked to be told.')).toBeTruthy()
  expect(await screen.findByText('ended by the last arc, Nov 30, 2026')).toBeTruthy()
  expect(screen.queryByLabelText(/E-mail addresses/)).toBeNull()
  expect(screen.queryByRole('button', { name: /link|Send/ })).toBeNull()
})

test('invites several addresses at once, names a wrong one, and stays open with the list', async () => {
  const asked = serve(({ path, method }) => {
    if (path.endsWith('/invite')) return null
    return method === 'POST' ? { sent: 2, skipped: 0, items: [] } : []
  })
  const { user } = showScreen(dialog())
  const addresses = await screen.findByLabelText(/E-mail addresses/)
  await user.type(addresses, 'maya@example.com, nobody')
  await user.click(screen.getByRole('button', { name: 'Send invitations' }))
  expect(screen.getByText('This is not an e-mail address: nobody')).toBeTruthy()
  await user.clear(addresses)
  await user.type(addresses, 'maya@example.com, Theo <theo@example.com>')
  await user.type(screen.getByLabelText('Note'), 'Shall we?')
  await user.click(screen.getByRole('button', { name: 'Send invitations' }))
  await expect
    .poll(() => asked.find(({ method }) => method === 'POST')?.body)
    .toEqual({ emails: ['maya@example.com', 'theo@example.com'], note: 'Shall we?' })
  await expect.poll(() => (addresses as HTMLTextAreaElement).value).toBe('')
})

test('asks before it withdraws', async () => {
  const asked = serve(({ path }) => (path.endsWith('/invite') ? null : [invitation('maya@example.com', { progress: 'opened' })]))
  const { user } = showScreen(card())
  await user.click(await screen.findByRole('button', { name: 'Withdraw maya@example.com' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('The link sent to maya@example.com stops working. You can invite this person again.')).toBeTruthy()
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(question.getByRole('button', { name: 'Withdraw' }))
  await expect.poll(() => asked.find(({ method }) => method === 'DELETE')?.path).toBe(`app/circle/${circleId}/invitation/maya@example.com`)
})
