import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wallTimeOf } from '#domain/dates.ts'
import { sampleMotion } from '#web/testing/sample-motion.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { MotionForm } from './motion-form.tsx'
import type { MotionBasis } from './motions.queries.ts'

const basis: MotionBasis = {
  charterVersion: 3,
  stage: 'deciding',
  fitOwners: ['ida', 'tomas'],
  letGo: [],
  closedMonths: ['2027-04', '2027-03'],
  notNow: [{ kind: 'let_go', why: 'No reason to let anyone go' }],
  rules: { countBy: 'arcs', threshold: 50, quorum: 50, vetoBlocks: false },
  holders: [
    { _id: 'ida', name: 'Ida Brandt', arcs: 4, late: 0, isSilent: false, isOwner: false },
    { _id: 'me', name: 'Maya Sorensen', arcs: 6, late: 0, isSilent: false, isOwner: false },
    { _id: 'tomas', name: 'Tomas Weller', arcs: 2, late: 0, isSilent: false, isOwner: false },
  ],
  treasurer: null,
  reserve: { floorCents: 0, emergencyCents: 50_000 },
  kinds: ['general', 'spend', 'treasurer', 'rules'],
  noticeSeconds: 86_400,
}
const ahead = (days: number) => `${wallTimeOf(new Date(Date.now() + days * 86_400_000), 'UTC').slice(0, 13)}:00`
const show = () =>
  showScreen(<MotionForm circleId="c1" userId="me" basis={basis} kinds={basis.kinds} kind="general" />, '/circle/c1/new-motion')

test('the rule changes at once with the kind and the related member', async () => {
  const { user } = show()
  const rule = () => screen.getByText(/^The rule for/).closest('[aria-live]')?.textContent
  expect(rule()).toContain('The rule for a general motion')
  await user.click(screen.getByRole('radio', { name: 'Rules' }))
  expect(rule()).toContain('Passes with more than two thirds of the arcs that may vote')
  expect(rule()).toContain('Yes it takes9')
  await user.click(screen.getByRole('radio', { name: 'Spend' }))
  await user.click(screen.getByRole('combobox', { name: /related to a member/ }))
  await user.click(await screen.findByRole('option', { name: 'Yes, to Tomas Weller' }))
  // A claim about another member takes nobody out of the vote.
  expect(rule()).not.toContain('Left out')
  expect(rule()).toContain('Yes it takes7')
  screen.getByText('Tomas Weller is asked whether that is so. Only their own word takes their arcs out of the vote.')
  await user.click(screen.getByRole('combobox', { name: /related to a member/ }))
  await user.click(await screen.findByRole('option', { name: 'Yes, to me' }))
  expect(rule()).toContain('Left out: Maya Sorensen, related to the payee− 6')
  expect(rule()).toContain('Yes it takes4')
  screen.getByText('Your arcs will not be counted on this motion, and you have no vote on it.')
})

test('only kinds that the server offers can be chosen; others say why they cannot be made now', () => {
  show()
  const tiles = screen.getAllByRole<HTMLInputElement>('radio')
  expect(tiles.map(({ value, disabled }) => [value, disabled])).toEqual([
    ['general', false],
    ['spend', false],
    ['treasurer', false],
    ['rules', false],
    ['let_go', true],
  ])
  expect(screen.getByRole('radio', { name: /^Let someone go/ }).closest('label')?.textContent).toContain('No reason to let anyone go')
})

test('a link from a closed month proposes to reopen that month', async () => {
  const owning: MotionBasis = { ...basis, stage: 'owning', kinds: ['general', 'reopen'], notNow: [] }
  const asked = serve(({ method }) => (method === 'POST' ? sampleMotion({ _id: 'new' }) : undefined))
  const { user } = showScreen(
    <MotionForm circleId="c1" userId="me" basis={owning} kinds={owning.kinds} kind="reopen" month="2027-03" />,
    '/circle/c1/new-motion',
  )
  await screen.findByRole('radio', { name: 'Reopen a month', checked: true })
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /^Month/ }).value).toBe('March 2027')
  await user.type(screen.getByLabelText(/^Title/), 'The lock')
  await user.type(screen.getByLabelText(/^Text/), 'It was $169.40')
  await user.type(screen.getByLabelText(/^Closes/), ahead(3))
  await user.click(screen.getByRole('button', { name: 'Make motion' }))
  await screen.findByText('Elsewhere')
  expect(asked.find(({ method }) => method === 'POST')).toMatchObject({ body: { facts: { kind: 'reopen', month: '2027-03' } } })
})

test('arcs of members who are away are left out of the sum, and a member who is let go', async () => {
  const holders = basis.holders.map((holder) => ({ ...holder, isSilent: holder._id === 'tomas' }))
  const away: MotionBasis = { ...basis, holders, letGo: ['tomas'], kinds: ['general', 'let_go'], notNow: [] }
  const { user } = showScreen(
    <MotionForm circleId="c1" userId="me" basis={away} kinds={away.kinds} kind="general" />,
    '/circle/c1/new-motion',
  )
  const rule = () => screen.getByText(/^The rule for/).closest('[aria-live]')?.textContent
  expect(rule()).toContain('Away for long: Tomas Weller− 2')
  // Half of the ten who are there would be six; it takes more than half of all twelve.
  expect(rule()).toContain('Yes it takes7')
  expect(rule()).toContain('Yes still takes more than half of all 12, because someone is away.')
  await user.click(screen.getByRole('radio', { name: 'Let someone go' }))
  await user.click(screen.getByRole('combobox', { name: /^Member/ }))
  await user.click(await screen.findByRole('option', { name: 'Tomas Weller' }))
  expect(rule()).toContain('Left out: Tomas Weller− 2')
  expect(rule()).toContain('Yes it takes8')
})

test('missing fields are named; a closing date leaves one day and at most sixty', async () => {
  const { user } = show()
  await user.click(screen.getByRole('radio', { name: 'Spend' }))
  await user.click(screen.getByRole('button', { name: 'Make motion' }))
  for (const problem of [
    'Please give it a title',
    'Please say what is to be done',
    'Please give an amount',
    'Please choose a category',
    'Please say whether the payee is related to a member',
    'Please give a date and time',
  ])
    screen.getByText(problem)
  await user.type(screen.getByLabelText(/^Closes/), ahead(0.5))
  screen.getByText('Choose a moment at least one day ahead, so that everyone has notice')
  await user.clear(screen.getByLabelText(/^Closes/))
  await user.type(screen.getByLabelText(/^Closes/), ahead(70))
  screen.getByText('Choose a moment at most 60 days ahead')
})

test('a loan says what its lender is paid in a month', async () => {
  const asked = serve(({ method }) => (method === 'POST' ? sampleMotion({ _id: 'new' }) : undefined))
  const { user } = show()
  await user.click(screen.getByRole('radio', { name: 'Spend' }))
  await user.type(screen.getByLabelText(/^Title/), 'Borrow for the house')
  await user.type(screen.getByLabelText(/^Text/), 'At 6 percent.')
  await user.type(screen.getByLabelText(/^Amount, at most/), '150000')
  await user.click(screen.getByRole('combobox', { name: /^Category/ }))
  await user.click(await screen.findByRole('option', { name: 'Loan' }))
  await user.type(screen.getByLabelText(/^Lender/), 'Front Range Bank')
  await user.click(screen.getByRole('combobox', { name: /related to a member/ }))
  await user.click(await screen.findByRole('option', { name: 'No' }))
  await user.type(screen.getByLabelText(/^Closes/), ahead(7))
  await user.click(screen.getByRole('button', { name: 'Make motion' }))
  screen.getByText('Please give an amount')
  await user.type(screen.getByLabelText(/^Agreed payments in a month, at most/), '950')
  await user.click(screen.getByRole('button', { name: 'Make motion' }))
  await screen.findByText('Elsewhere')
  expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
    body: { facts: { category: 'loan', monthlyCents: 95_000, repeats: null } },
  })
})

test('a spend is sent in cents, with whom the payee is related to, and its page is opened', async () => {
  const asked = serve(({ method }) => (method === 'POST' ? sampleMotion({ _id: 'new' }) : undefined))
  const { user, at } = show()
  await user.click(screen.getByRole('radio', { name: 'Spend' }))
  await user.type(screen.getByLabelText(/^Title/), 'Repair the roof')
  await user.type(screen.getByLabelText(/^Text/), 'The flashing has come loose.')
  await user.type(screen.getByLabelText(/^Amount, at most/), '4800.50')
  await user.click(screen.getByRole('combobox', { name: /^Category/ }))
  await user.click(await screen.findByRole('option', { name: 'Repairs' }))
  await user.type(screen.getByLabelText(/^Payee/), 'Weller Roofing LLC')
  await user.click(screen.getByRole('combobox', { name: /related to a member/ }))
  await user.click(await screen.findByRole('option', { name: 'No' }))
  await user.type(screen.getByLabelText(/^Closes/), ahead(7))
  await user.click(screen.getByRole('button', { name: 'Make motion' }))
  await screen.findByText('Elsewhere')
  expect(at()).toBe('/circle/c1/motion/new')
  expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
    path: 'app/motion/c1',
    body: {
      title: 'Repair the roof',
      facts: { kind: 'spend', amountCents: 480_050, category: 'repairs', repeats: null, relatedMember: null },
      payee: 'Weller Roofing LLC',
    },
  })
})

test('a spend without a payee is a budget', async () => {
  const asked = serve(({ method }) => (method === 'POST' ? sampleMotion({ _id: 'new' }) : undefined))
  const { user } = show()
  await user.click(screen.getByRole('radio', { name: 'Spend' }))
  await user.type(screen.getByLabelText(/^Title/), 'Repairs of the year')
  await user.type(screen.getByLabelText(/^Text/), 'For small repairs.')
  await user.type(screen.getByLabelText(/^Amount, at most/), '2000')
  await user.click(screen.getByRole('combobox', { name: /^Category/ }))
  await user.click(await screen.findByRole('option', { name: 'Repairs' }))
  screen.getByText('Leave it empty for a budget, to any payee')
  await user.click(screen.getByRole('combobox', { name: /related to a member/ }))
  await user.click(await screen.findByRole('option', { name: 'No' }))
  await user.type(screen.getByLabelText(/^Closes/), ahead(7))
  await user.click(screen.getByRole('button', { name: 'Make motion' }))
  await screen.findByText('Elsewhere')
  expect(asked.find(({ method }) => method === 'POST')).toMatchObject({ body: { facts: { kind: 'spend' }, payee: null } })
})

const title = () => screen.getByLabelText('Title', { exact: false }) as HTMLInputElement

test('what was written is still there when the form is opened again, until it is discarded', async () => {
  const { user } = show()
  await user.click(screen.getByRole('radio', { name: 'Spend' }))
  await user.type(title(), 'Repair the roof')
  cleanup()
  show()
  expect(title().value).toBe('Repair the roof')
  expect((screen.getByRole('radio', { name: 'Spend' }) as HTMLInputElement).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect(title().value).toBe('')
  cleanup()
  show()
  expect(title().value).toBe('')
  expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull()
})

test('a draft ends when the motion is proposed', async () => {
  serve(({ method }) => (method === 'POST' ? sampleMotion() : undefined))
  const { user, at } = show()
  await user.type(title(), 'Repair the roof')
  await user.type(screen.getByRole('textbox', { name: /^Text/ }), 'The flashing has come loose.')
  await user.type(screen.getByLabelText('Closes', { exact: false }), ahead(7))
  expect(localStorage.length).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Make motion' }))
  await waitFor(() => expect(at()).toBe('/circle/c1/motion/m1'))
  expect(Object.keys(localStorage)).toEqual(['token'])
})

test('documents of the circle can be attached, also the version that a motion has already', async () => {
  const attached = { documentId: 'd1', versionId: 'v1', title: 'Estimate', version: 1, fileKey: 'estimate.pdf' }
  const motion = sampleMotion({ facts: { kind: 'general' }, documents: [attached] })
  const plan = { _id: 'd2', title: 'Plan', newest: { _id: 'v7', number: 3 } }
  const asked = serve(({ method, path }) =>
    path === 'app/document/c1' ? { documents: [plan], mayAdd: true } : method === 'PUT' ? motion : undefined,
  )
  const { user } = showScreen(
    <MotionForm circleId="c1" userId="me" basis={basis} kinds={basis.kinds} kind="general" given={{ motion, isChange: true }} />,
    '/circle/c1/new-motion',
  )
  await user.click(await screen.findByRole('combobox', { name: /^Documents/ }))
  await user.click(await screen.findByRole('option', { name: 'Plan, version 3' }))
  await user.clear(screen.getByLabelText(/^Closes/))
  await user.type(screen.getByLabelText(/^Closes/), ahead(3))
  await user.click(screen.getByRole('button', { name: 'Save motion' }))
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ documents: ['v1', 'v7'] }))
})
