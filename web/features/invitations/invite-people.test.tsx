import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Invitation } from '#contract/invitations.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { InvitePeople } from './invite-people.tsx'

const circleId = '01890a5d-ac96-774b-bcce-b302099a8057'

const invitation = (email: string, state: Invitation['state'], remindedAt: string | null = null): Invitation => ({
  _id: email,
  email,
  state,
  createdAt: '2026-11-16T10:00:00.000Z',
  expiresAt: '2026-12-16T10:00:00.000Z',
  remindedAt,
})

const rowOf = async (email: string) => within((await screen.findByText(email)).closest('li') as HTMLElement)

test('shows how far each invited person has come, and offers one reminder', async () => {
  serve(({ path }) => {
    if (path.endsWith('/invite')) return null
    return [
      invitation('maya@example.com', 'waiting'),
      invitation('theo@example.com', 'sent', '2026-11-17T10:00:00.000Z'),
      invitation('ann@example.com', 'joined'),
    ]
  })
  showScreen(<InvitePeople circleId={circleId} />)
  const maya = await rowOf('maya@example.com')
  expect(maya.getByText('Waiting for verification')).toBeTruthy()
  expect(maya.getByRole('button', { name: 'Remind maya@example.com' })).toBeTruthy()
  const theo = await rowOf('theo@example.com')
  expect(theo.getByText(/Sent .*, reminded .*, valid until/)).toBeTruthy()
  expect(theo.queryByRole('button', { name: /Remind/ })).toBeNull()
  const ann = await rowOf('ann@example.com')
  expect(ann.queryByRole('button', { name: /Remind/ })).toBeNull()
  expect(ann.getByRole('button', { name: 'Remove ann@example.com' })).toBeTruthy()
})

test('says that the link shows the full name before it is made', async () => {
  serve(({ path }) => (path.endsWith('/invite') ? null : []))
  showScreen(<InvitePeople circleId={circleId} />)
  expect(await screen.findByText('Whoever has the link sees your full name, and may see and join the circle.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Make an invite link' })).toBeTruthy()
})

test('invites several addresses at once and names a wrong one', async () => {
  const asked = serve(({ path, method }) => {
    if (path.endsWith('/invite')) return null
    return method === 'POST' ? { sent: 2, skipped: 0, items: [] } : []
  })
  const { user } = showScreen(<InvitePeople circleId={circleId} />)
  await user.click(await screen.findByRole('button', { name: 'Invite by e-mail' }))
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
})

test('asks before it revokes', async () => {
  const asked = serve(({ path }) => (path.endsWith('/invite') ? null : [invitation('maya@example.com', 'opened')]))
  const { user } = showScreen(<InvitePeople circleId={circleId} />)
  await user.click(await screen.findByRole('button', { name: 'Revoke maya@example.com' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('The link sent to maya@example.com stops working, and the address is deleted here.')).toBeTruthy()
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  await expect.poll(() => asked.find(({ method }) => method === 'DELETE')?.path).toBe(`app/circle/${circleId}/invitation/maya@example.com`)
})
