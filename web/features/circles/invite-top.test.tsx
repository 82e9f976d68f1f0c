import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { InviteTop } from './invite-top.tsx'

const nora = {
  firstName: 'Nora',
  lastName: 'Lindqvist',
  since: '2026-11-11T10:00:00.000Z',
  isCreator: true,
  arcs: 2,
  arcsTotal: 12,
  invitedEmail: null,
}

test('names the inviter, since when and with how many arcs', () => {
  renderUi(<InviteTop invitation={{ inviter: nora, isPending: false, refusal: null }} />)
  expect(screen.getByText('Nora Lindqvist').parentElement?.textContent).toBe('Nora Lindqvist invites you to this circle')
  expect(screen.getByText(/^Started it on .*2026 and holds 2 of its 12 arcs\.$/)).toBeTruthy()
})

test('says that an invitation has ended', () => {
  renderUi(<InviteTop invitation={{ inviter: undefined, isPending: false, refusal: 'invitation_ended' }} />)
  expect(screen.getByText('This invitation is no longer valid. Ask the person who sent it for a new one.')).toBeTruthy()
})

test('says that an invitation was sent to another address', () => {
  renderUi(<InviteTop invitation={{ inviter: undefined, isPending: false, refusal: 'invitation_not_yours' }} />)
  expect(screen.getByText(/^This invitation was sent to another e-mail address\. Sign in with that address/)).toBeTruthy()
})

test('is absent without an invitation', () => {
  renderUi(<InviteTop invitation={{ inviter: undefined, isPending: false, refusal: null }} />)
  expect(screen.queryByRole('region')).toBeNull()
})
