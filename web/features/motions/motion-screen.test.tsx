import { screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { Motion } from '#contract/motions.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleMotion } from '#web/testing/sample-motion.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { MotionPage } from './motion-screen.tsx'

const open = { closesAt: '2040-12-10T18:00:00.000Z' }

function show(change: Partial<Motion>, afterVote?: Motion) {
  let motion = sampleMotion({ ...open, ...change })
  const asked = serve(({ method, path }) => {
    if (path === 'app/circle/c1') return sampleCircle()
    if (path === 'app/circle-membership/c1') return []
    if (path === 'app/circle/c1/stage') return undefined
    if (path.startsWith('app/motion-thread')) return { items: [], hasEarlier: false }
    if (method === 'POST') {
      motion = afterVote ?? motion
      return motion
    }
    return path === 'app/motion/c1/m1' ? motion : undefined
  })
  const shown = showScreen(
    <Suspense>
      <MotionPage circleId="c1" motionId="m1" userId="me" />
    </Suspense>,
  )
  return { ...shown, asked }
}

test('a member reads how it stands, who has no vote and why, and what their vote would do before saving it', async () => {
  const voted = sampleMotion({
    ...open,
    endedAt: '2026-12-08T10:00:00.000Z',
    mayVote: false,
    myVote: 'yes',
    standing: { ...sampleMotion().standing, outcome: 'passed', voted: 10, yes: 10, words: '10 of 10 arcs voted; passed with 10 yes' },
  })
  const { user, asked } = show({}, voted)
  await screen.findByRole('heading', { level: 1, name: 'Repair the roof' })
  screen.getByText('4 of 10 arcs voted; needs 2 more to say yes')
  expect(screen.getByText('Tomas Weller has no vote here.').parentElement?.textContent).toBe(
    'Tomas Weller has no vote here. The payee is related to them. Their 2 arcs are left out: 12 − 2 = 10.',
  )
  screen.getByText('$4,800.00')
  const vote = within(screen.getByRole('region', { name: 'Your vote' }))
  expect(vote.getByRole('button', { name: 'Save Vote' }).hasAttribute('disabled')).toBe(true)
  await user.click(vote.getByRole('radio', { name: 'Yes' }))
  vote.getByText('With your 6 arcs it would have 10 yes; it takes 6. Everyone has voted then, so it closes at once.')
  await user.type(vote.getByLabelText('Your reason (optional)'), 'Fine with me.')
  await user.click(vote.getByRole('button', { name: 'Save Vote' }))
  await screen.findByRole('heading', { name: 'Outcome' })
  expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
    path: 'app/motion/c1/m1/vote',
    body: { choice: 'yes', reason: 'Fine with me.' },
  })
  expect(screen.queryByRole('button', { name: 'Save Vote' })).toBeNull()
})

test('a member says that they profit, after a question that says what follows', async () => {
  const { user, asked } = show({})
  await user.click(await screen.findByRole('button', { name: 'I profit from this' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/your 6 arcs will not be counted/)
  await user.click(dialog.getByRole('button', { name: 'Leave me out' }))
  expect(asked.some(({ method, path }) => method === 'POST' && path === 'app/motion/c1/m1/conflict')).toBe(true)
})

test('the proposer may change it, withdraw it or propose another; nobody else may', async () => {
  const { user, asked } = show({ proposedBy: { _id: 'me', name: 'Maya Sorensen' }, mayChange: true, mayWithdraw: true })
  expect((await screen.findByRole('link', { name: 'Change motion' })).getAttribute('href')).toBe('/circle/c1/new-motion?change=m1')
  expect(screen.getByRole('link', { name: 'Propose a new one in its place' }).getAttribute('href')).toBe('/circle/c1/new-motion?replace=m1')
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  expect(asked.some(({ path }) => path === 'app/motion/c1/m1/withdraw')).toBe(true)
})

test('a withdrawn motion has no result, so it needs nothing more', async () => {
  const standing = { ...sampleMotion().standing, outcome: 'withdrawn' as const, words: 'No votes yet; needs 4 more to say yes' }
  show({ endedAt: '2026-12-08T10:00:00.000Z', mayVote: false, mayDeclareConflict: false, standing })
  await screen.findByText('It did not come to a result')
  expect(screen.queryByText(/needs 4 more/)).toBeNull()
})

test('a closed motion offers no acts and says as it stood', async () => {
  show({ endedAt: '2026-12-08T10:00:00.000Z', mayVote: false, mayDeclareConflict: false })
  await screen.findByText(/Shown as it stood on/)
  screen.getByText('You did not vote.')
  for (const name of ['Save Vote', 'Withdraw', 'I profit from this']) expect(screen.queryByRole('button', { name })).toBeNull()
})
