import { focusManager, onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refusals } from '#contract/errors.ts'
import type { Motion } from '#contract/motions.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleMotion } from '#web/testing/sample-motion.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { MotionPage } from './motion-screen.tsx'

const open = { closesAt: '2040-12-10T18:00:00.000Z' }

function show(change: Partial<Motion>, afterVote?: Motion | (() => Motion)) {
  let motion = sampleMotion({ ...open, ...change })
  const asked = serve(({ method, path }) => {
    if (path === 'app/circle/c1') return sampleCircle()
    if (path === 'app/circle-membership/c1') return []
    if (path === 'app/circle/c1/stage') return undefined
    if (path.startsWith('app/motion-thread')) return { items: [], hasEarlier: false }
    if (method === 'POST') {
      motion = (typeof afterVote === 'function' ? afterVote() : afterVote) ?? motion
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

test.each<[Motion['facts'], string]>([
  [{ kind: 'settle', transfer: 't1', end: 'done', without: ['tomas'] }, 'They are a party to it.'],
  [{ kind: 'sell', leastPriceCents: 1, relatedMember: 'tomas', why: '' }, 'They said that the buyer is related to them.'],
  [{ kind: 'general' }, 'They said that they profit from it.'],
])('who is left out is named with the reason: %j', async (facts, reason) => {
  const ballots = sampleMotion().ballots.map((ballot) => (ballot.isLeftOut ? { ...ballot, user: 'tomas' } : ballot))
  show({ facts, ballots, claim: null })
  expect((await screen.findByText(/has no vote here/)).closest('p')?.textContent).toContain(reason)
})

test('who is away is named, with what is left out and what it still takes', async () => {
  const { ballots, standing } = sampleMotion()
  const [first, second, third] = ballots as [Motion['ballots'][number], Motion['ballots'][number], Motion['ballots'][number]]
  show({
    facts: { kind: 'general' },
    ballots: [first, { ...second, arcs: 5, isSilent: true }, { ...third, isLeftOut: true }],
    standing: { ...standing, of: 5, leftOut: 2, silent: 5, passesFrom: 6 },
  })
  expect((await screen.findByText(`${second.name} is away.`)).closest('p')?.textContent).toBe(
    `${second.name} is away. Their 5 arcs are left out until they come back: 10 − 5 = 5. Yes still takes more than half of all 10.`,
  )
  expect(screen.getByText(/has no vote here/).closest('p')?.textContent).toContain('12 − 2 = 10.')
})

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
    'Tomas Weller has no vote here. They said that the payee is related to them. Their 2 arcs are left out: 12 − 2 = 10.',
  )
  screen.getByText('$4,800.00')
  const vote = within(screen.getByRole('region', { name: 'Your vote' }))
  expect(vote.getByRole('button', { name: 'Save Vote' }).hasAttribute('disabled')).toBe(true)
  await user.click(vote.getByRole('radio', { name: 'Yes' }))
  vote.getByText('With your 6 arcs it would have 10 yes; it takes 6.')
  await user.type(vote.getByLabelText('Your reason (optional)'), 'Fine with me.')
  await user.click(vote.getByRole('button', { name: 'Save Vote' }))
  await screen.findByRole('heading', { name: 'Outcome' })
  expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
    path: 'app/motion/c1/m1/vote',
    body: { choice: 'yes', reason: 'Fine with me.', version: 1 },
  })
  expect(screen.queryByRole('button', { name: 'Save Vote' })).toBeNull()
})

test('a motion that was changed after it was read is not voted on; the page shows what changed and keeps choice and reason', async () => {
  const changed = sampleMotion({
    ...open,
    version: 2,
    title: 'Repair the whole roof',
    facts: {
      kind: 'spend',
      amountCents: 9_000_000,
      category: 'repairs',
      repeats: { every: 'month', until: '2027-12-31' },
      relatedMember: null,
    },
    member: null,
  })
  let isChanged = false
  const asked = serve(({ method, path, body }) => {
    if (path === 'app/circle/c1') return sampleCircle()
    if (path === 'app/circle-membership/c1') return []
    if (path.startsWith('app/motion-thread')) return { items: [], hasEarlier: false }
    if (method === 'POST' && (body as { version: number }).version === 1) {
      isChanged = true
      throw new ApiError(409, refusals.motion_changed.error, [], 'motion_changed')
    }
    const isThis = path.startsWith('app/motion/c1/m1')
    return isThis ? (isChanged ? changed : sampleMotion(open)) : undefined
  })
  const { user } = showScreen(
    <Suspense>
      <MotionPage circleId="c1" motionId="m1" userId="me" />
    </Suspense>,
  )
  const vote = within(await screen.findByRole('region', { name: 'Your vote' }))
  await user.click(vote.getByRole('radio', { name: 'Yes' }))
  await user.type(vote.getByLabelText('Your reason (optional)'), 'Cheap enough')
  await user.click(vote.getByRole('button', { name: 'Save Vote' }))
  const note = within(
    await vote.findByText('This motion was changed after you read it.').then((words) => words.closest('div') as HTMLElement),
  )
  expect(note.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Titlebefore: Repair the roof → now: Repair the whole roof',
    'Amount, at mostbefore: $4,800.00 → now: $90,000.00',
    'Payee related tobefore: Tomas Weller → now: No member',
    'Repeatsbefore: None → now: Every month until 31 December 2027',
  ])
  expect(vote.getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true)
  expect(vote.getByLabelText<HTMLTextAreaElement>('Your reason (optional)').value).toBe('Cheap enough')
  const save = () => vote.getByRole('button', { name: /^(Save Vote|Retry)$/ })
  expect(save().hasAttribute('disabled')).toBe(true)
  await user.click(note.getByRole('button', { name: 'I have read it' }))
  expect(vote.queryByText(/after you read it/)).toBeNull()
  await user.click(save())
  const sent = () => asked.filter(({ path }) => path === 'app/motion/c1/m1/vote').map(({ body }) => body)
  await waitFor(() => expect(sent()).toMatchObject([{ version: 1 }, { version: 2, choice: 'yes', reason: 'Cheap enough' }]))
})

const claimed = { claim: { member: { _id: 'me', name: 'Maya Sorensen' }, isSo: null, answeredAt: null }, mayAnswerClaim: true }

test('the member of whom it is claimed says that it is so, after a question that says what follows', async () => {
  const { user, asked } = show(claimed)
  await screen.findByText('Ida Brandt says that you are related to the payee.')
  await user.click(screen.getByRole('button', { name: 'That is so' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/your 6 arcs will not be counted\. This cannot be taken back\./)
  expect(asked.some(({ path }) => path.endsWith('/claim'))).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'That is so' }))
  expect(asked.find(({ path }) => path === 'app/motion/c1/m1/claim')?.body).toEqual({ isSo: true })
})

test('of a sale the claim is about the buyer', async () => {
  const facts = { kind: 'sell', leastPriceCents: 10_000_000, relatedMember: 'me', why: '' } as const
  const { user } = show({ ...claimed, facts })
  await screen.findByText('Ida Brandt says that you are related to the buyer.')
  await user.click(screen.getByRole('button', { name: 'That is so' }))
  await screen.findByRole('dialog', { name: 'Are you related to the buyer?' })
})

test('the member of whom it is claimed says that it is not so, and the answer stands beside the claim', async () => {
  const answered = sampleMotion({ ...open, claim: { ...claimed.claim, isSo: false, answeredAt: '2026-12-04T10:00:00.000Z' } })
  const { user, asked } = show(claimed, answered)
  await user.click(await screen.findByRole('button', { name: 'That is not so' }))
  await screen.findByText(/You say: that is not so\./)
  expect(asked.find(({ path }) => path === 'app/motion/c1/m1/claim')?.body).toEqual({ isSo: false })
  expect(screen.queryByRole('button', { name: 'That is so' })).toBeNull()
})

test('others read a claim and whether it was answered, and cannot answer it', async () => {
  show({ claim: { member: { _id: 'tomas', name: 'Tomas Weller' }, isSo: null, answeredAt: null } })
  const claim = await screen.findByText('Ida Brandt says that Tomas Weller is related to the payee.')
  expect(claim.parentElement?.textContent).toContain('Not answered yet.')
  screen.getByText('Tomas Weller, says Ida Brandt')
  for (const name of ['That is so', 'That is not so']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a lapsed motion says that it has no result, and why', async () => {
  const standing = { ...sampleMotion().standing, outcome: 'lapsed' as const }
  show({
    endedAt: '2026-12-08T10:00:00.000Z',
    mayVote: false,
    mayDeclareConflict: false,
    standing,
    lapsedBecause: 'The same motion passed',
  })
  await screen.findByText('It did not come to a result: the same motion passed')
  expect(screen.getAllByText('Lapsed').length).toBeGreaterThan(0)
  expect(screen.queryByText(/needs 2 more/)).toBeNull()
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

test('a vote without a connection is kept, and may be changed or taken back', async () => {
  const { user, asked } = show({})
  const card = await screen.findByRole('region', { name: 'Your vote' })
  act(() => onlineManager.setOnline(false))
  await user.click(within(card).getByRole('radio', { name: 'Yes' }))
  await user.click(within(card).getByRole('button', { name: 'Save Vote' }))
  await within(card).findByText('Will be sent when you are back')
  expect((within(card).getByRole('radio', { name: 'Yes' }) as HTMLInputElement).checked).toBe(true)
  await user.click(within(card).getByRole('button', { name: 'Change Vote' }))
  await user.click(within(card).getByRole('radio', { name: 'No' }))
  await user.click(within(card).getByRole('button', { name: 'Save Vote' }))
  await within(card).findByText('Will be sent when you are back')
  expect((within(card).getByRole('radio', { name: 'No' }) as HTMLInputElement).checked).toBe(true)
  await user.click(within(card).getByRole('button', { name: /^Take back/ }))
  await within(card).findByRole('button', { name: 'Save Vote' })
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  expect(Object.keys(localStorage).filter((key) => key.startsWith('waiting:'))).toEqual([])
})

test.each([
  ['untouched fields show', false],
  ['a choice made meanwhile stays over', true],
])('%s a vote of one’s own that arrives after the first reading', async (_, isTouched) => {
  const before = sampleMotion(open)
  let motion = before
  serve(({ path }) => {
    if (path === 'app/circle/c1') return sampleCircle()
    if (path === 'app/circle-membership/c1') return []
    if (path.startsWith('app/motion-thread')) return { items: [], hasEarlier: false }
    return path === 'app/motion/c1/m1' ? motion : undefined
  })
  const { user } = showScreen(
    <Suspense>
      <MotionPage circleId="c1" motionId="m1" userId="me" />
    </Suspense>,
  )
  const card = within(await screen.findByRole('region', { name: 'Your vote' }))
  if (isTouched) await user.click(card.getByRole('radio', { name: 'No' }))
  motion = {
    ...before,
    ballots: before.ballots.map((ballot) => (ballot.user === 'me' ? { ...ballot, choice: 'yes', reason: 'Cheap enough' } : ballot)),
    standing: { ...before.standing, words: '10 of 10 arcs voted' },
  }
  // What was read a moment ago is not read again.
  vi.setSystemTime(Date.now() + 10_000)
  onTestFinished(() => void vi.useRealTimers())
  act(() => focusManager.setFocused(false))
  act(() => focusManager.setFocused(true))
  await screen.findByText('10 of 10 arcs voted')
  expect(card.getByRole<HTMLInputElement>('radio', { name: isTouched ? 'No' : 'Yes' }).checked).toBe(true)
  expect(card.getByLabelText<HTMLTextAreaElement>('Your reason (optional)').value).toBe(isTouched ? '' : 'Cheap enough')
})
