import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FirstSteps } from '#contract/first-steps.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'
import { useFirstSteps } from './use-first-steps.ts'

const circle = { _id: '01890a5d-ac96-774b-bcce-b302099a8057', title: 'Clear Creek Lofts' }
const at = '2026-11-11T10:00:00.000Z'
const created: FirstSteps = {
  invited: 0,
  joined: 0,
  members: 1,
  arcs: 12,
  freeArcs: 10,
  rules: 'Passes when more than half of all arcs say Ready to Invest',
  rulesReadAt: null,
  rulesChangedAt: null,
  properties: 0,
  isPrivate: false,
  sharedAt: null,
  isPutAway: false,
}
const allDone: FirstSteps = { ...created, invited: 3, joined: 1, rulesReadAt: at, properties: 1, sharedAt: at }

function Visit({ isCharterOpen = false }: { isCharterOpen?: boolean }) {
  const firsts = useFirstSteps(circle, { isOwners: true, isCharterOpen })
  return (
    <>
      <button type="button" onClick={firsts.bringBack}>
        Menu: First steps
      </button>
      {firsts.steps && <FirstStepsCard circleId={circle._id} firsts={{ ...firsts, steps: firsts.steps }} onInvite={() => {}} />}
    </>
  )
}

/** The server, with what was saved. */
function serveSteps(start: FirstSteps) {
  let now = start
  const asked = serve(({ method, body }) => {
    const sent = (body ?? {}) as { isPutAway?: boolean; rulesRead?: true; shared?: true }
    if (method === 'PUT')
      now = {
        ...now,
        isPutAway: sent.isPutAway ?? now.isPutAway,
        rulesReadAt: now.rulesReadAt ?? (sent.rulesRead ? at : null),
        sharedAt: now.sharedAt ?? (sent.shared ? at : null),
      }
    return now
  })
  return { saved: () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body) }
}

const step = async (name: RegExp) => within((await screen.findByText(name)).closest('li') as HTMLElement)

test('only the first open step has the filled button', async () => {
  serveSteps({ ...created, invited: 3, joined: 1 })
  showScreen(<Visit />)
  expect((await step(/^Invite people/)).getByText('3 invited, 1 has joined.')).toBeTruthy()
  const variants = screen.getAllByRole('listitem').map((item) =>
    within(item)
      .getAllByText(/Invite more|Open the rules|Add Property|Copy link/)[0]
      ?.closest('[data-variant]'),
  )
  expect(variants.map((button) => button?.getAttribute('data-variant'))).toEqual(['subtle', 'filled', 'outline', 'outline'])
  expect(screen.getByText('One is done, three are left.')).toBeTruthy()
})

test('a private circle has no link to copy', async () => {
  serveSteps({ ...created, isPrivate: true })
  showScreen(<Visit />)
  const share = await step(/^Share the public page/)
  expect(share.getByText('A private circle has no public page to share. Invite people instead.')).toBeTruthy()
  expect(share.queryByRole('button')).toBeNull()
})

test('once all is done it closes to its head for this visit, and is put away for the next', async () => {
  const { saved } = serveSteps(allDone)
  const { user } = showScreen(<Visit />)
  expect(await screen.findByText('All four are done.')).toBeTruthy()
  expect(screen.queryByRole('listitem')).toBeNull()
  await waitFor(() => expect(saved()).toEqual([{ isPutAway: true }]))
  expect(screen.getByText('All four are done.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Put away' }))
  expect(screen.queryByText('First steps')).toBeNull()
})

test('it is put away by its cross, and comes back whole from the menu', async () => {
  const { saved } = serveSteps(created)
  const { user } = showScreen(<Visit />)
  await user.click(await screen.findByRole('button', { name: 'Put away' }))
  expect(screen.queryByText('First steps')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Menu: First steps' }))
  expect(await screen.findAllByRole('listitem')).toHaveLength(4)
  await waitFor(() => expect(saved()).toEqual([{ isPutAway: true }, { isPutAway: false }]))
})

test('reading the rules ticks its step, once', async () => {
  const { saved } = serveSteps(created)
  showScreen(<Visit isCharterOpen />)
  expect((await step(/^Read the decision rules/)).getByText('Open the rules')).toBeTruthy()
  expect(await screen.findByText('Opened Nov 11, 2026.')).toBeTruthy()
  expect(saved()).toEqual([{ rulesRead: true }])
})
