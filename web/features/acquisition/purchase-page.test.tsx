import { screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { Acquisition } from '#contract/acquisition.ts'
import { refusals } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sampleAcquisition, sampleAgreement, sampleStep } from '#web/testing/sample-acquisition.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { BrokerPurchasePage, PurchasePage } from './purchase-page.tsx'

const membership = (userId: string, firstName: string, lastName: string, isOwner: boolean) => ({
  _id: `of-${userId}`,
  isOwner,
  investmentAmount: 450_000,
  createdAt: '2026-03-02T10:00:00.000Z',
  user: { _id: userId, firstName, lastName },
})
const members = [membership('omar', 'Omar', 'Farouk', true), membership('me', 'Maya', 'Sorensen', false)]
const documents = {
  documents: [{ _id: 'd9', title: 'Settlement statement', newest: { _id: 'v9', number: 1 } }],
  mayAdd: true,
}

/** After the first write the server answers with `afterwards`. */
function show(purchase: Acquisition | null, { userId = 'me', afterwards = purchase, asksFirst = false } = {}) {
  let now = purchase
  let isConfirmed = !asksFirst
  const asked = serve(({ method, path }) => {
    if (path === 'app/circle/c1') return sampleCircle({ title: 'Larkspur Terrace' })
    if (path === 'app/circle-membership/c1') return members
    if (path === 'app/document/c1') return documents
    if (path === 'auth/passkey') return []
    if (path === 'auth/step-up') {
      isConfirmed = true
      return {}
    }
    if (method !== 'GET') {
      if (!isConfirmed) throw new ApiError(403, refusals.step_up_required.error, [], 'step_up_required')
      now = afterwards
    }
    return path.startsWith('app/acquisition/c1') ? now : undefined
  })
  const shown = showScreen(
    <Suspense>
      <PurchasePage circleId="c1" userId={userId} lately={() => null} />
    </Suspense>,
  )
  const sent = () =>
    asked.filter(({ method, path }) => method !== 'GET' && !path.startsWith('auth/')).map(({ method, path, body }) => [method, path, body])
  return { ...shown, sent }
}

const stepNamed = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name: new RegExp(`^${title}`) })
  return within(heading.closest('li') as HTMLElement)
}

test('the way to the deed shows each step as it stands, and exactly one as the present one', async () => {
  show(sampleAcquisition())
  await screen.findByRole('heading', { level: 1, name: 'Buying 24 Ferry Court' })
  const steps = (await screen.findAllByRole('heading', { level: 3 })).map((heading) => heading.closest('li'))
  expect(steps.map((step) => step?.getAttribute('data-look'))).toEqual(['done', 'now', 'late', 'skipped', 'locked'])
  expect(steps.filter((step) => step?.getAttribute('aria-current') === 'step')).toHaveLength(1)
  screen.getByText('1 of 5 steps done, 1 skipped. LLC.')
  expect((await stepNamed('Insurance')).getByText('Was due 7 December 2026').tagName).toBe('STRONG')
  ;(await stepNamed('Loan')).getByText(/Skipped by .*Omar Farouk.* on 20 November 2026: “.*We buy without a loan\..*”/)
  ;(await stepNamed('Offer')).getByText('Done 19 November 2026')
})

test('who has not signed the agreement yet is led to it', async () => {
  show(sampleAcquisition())
  const agreement = await stepNamed('Agreement signed')
  const signers = within(agreement.getByRole('list', { name: 'Signatures' }))
  expect(signers.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Omar Farouk, signed', 'You, not signed yet'])
  expect(agreement.getByRole('link', { name: 'Read and sign' }).getAttribute('href')).toBe('/circle/c1/document/d1/sign')
})

test('a step is skipped only with a reason', async () => {
  const { user, sent } = show(sampleAcquisition())
  const insurance = await stepNamed('Insurance')
  await user.click(insurance.getByRole('button', { name: 'Menu of Insurance' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Skip' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Skip' }))
  await dialog.findByText('Please say why')
  expect(sent()).toEqual([])
  await user.type(dialog.getByLabelText(/Why it is not needed/), 'The seller insures it')
  await user.click(dialog.getByRole('button', { name: 'Skip' }))
  await screen.findByText('1 of 5 steps done, 1 skipped. LLC.')
  expect(sent()).toEqual([['POST', 'app/acquisition/c1/step/insurance/skip', { reason: 'The seller insures it' }]])
})

test('the wire is recorded with the amount that was sent, once the person has said who they are', async () => {
  const wire = sampleStep({ key: 'wire', title: 'Wire', isNow: true, mayEnd: true })
  const { user, sent } = show(sampleAcquisition({ steps: [wire] }), {
    afterwards: sampleAcquisition({ steps: [{ ...wire, state: 'done', isNow: false, mayEnd: false }] }),
    asksFirst: true,
  })
  await user.click(await screen.findByRole('button', { name: 'Record the wire' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record the wire' }))
  await user.click(dialog.getByRole('button', { name: 'Record the wire' }))
  await dialog.findByText('Please give the amount that was sent')
  await user.type(dialog.getByLabelText(/Amount sent/), '659,900.25')
  await user.click(dialog.getByRole('button', { name: 'Record the wire' }))
  const stepUp = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await user.type(stepUp.getByLabelText(/Current password/), 'secret')
  await user.click(stepUp.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Done')
  expect(sent().at(-1)).toEqual(['POST', 'app/acquisition/c1/step/wire/done', { amountCents: 65_990_025, day: null }])
})

test('a further wire is recorded with the account that it was sent from', async () => {
  const wire = sampleStep({ key: 'wire', title: 'Wire', state: 'done', maySendMore: true })
  const money = sampleAcquisition().money
  const accounts = [
    { _id: 'b1', name: 'Operating', cashCents: 0 },
    { _id: 'b2', name: 'Second', cashCents: 500_000 },
  ]
  const { user, sent } = show(sampleAcquisition({ steps: [wire], money: money && { ...money, accounts } }))
  await user.click(await screen.findByRole('button', { name: 'Menu of Wire' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Record a further wire' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Record a further wire' }))
  await user.click(dialog.getByRole('combobox', { name: /^From/ }))
  await user.click(await screen.findByRole('option', { name: 'Second, $5,000.00' }))
  await user.type(dialog.getByLabelText(/Amount sent/), '1,200.50')
  await user.click(dialog.getByRole('button', { name: 'Record a further wire' }))
  const body = { amountCents: 120_050, day: null, bankAccountId: 'b2', isFurther: true }
  await waitFor(() => expect(sent().at(-1)).toEqual(['POST', 'app/acquisition/c1/step/wire/done', body]))
})

test('the owner enters the settlement statement line by line and sees its sums before sending', async () => {
  const { user, sent } = show(sampleAcquisition({ mayFinish: true }), { userId: 'omar' })
  await user.click(await screen.findByRole('button', { name: 'Enter the settlement statement' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'The settlement statement' }))
  const amounts = () => dialog.getAllByLabelText('Amount')
  const sum = (of: string) => dialog.getByText(of).nextElementSibling?.textContent
  await user.click(amounts()[0] as HTMLElement)
  await user.paste('647000')
  await user.click(amounts()[1] as HTMLElement)
  await user.paste('12900.50')
  expect(sum('The closing takes from the title company')).toBe('$659,900.50')
  expect(sum('Left there: its refund')).toBe('$99.50')
  await user.click(dialog.getByRole('button', { name: 'Ask for confirmation' }))
  await dialog.findByText('Please give the day of the closing')
  dialog.getByText('Please choose the settlement statement among the documents')
  await user.type(dialog.getByLabelText(/Day of the closing/), '2026-12-08')
  await user.click(dialog.getByRole('combobox', { name: /The statement/ }))
  await user.click(await screen.findByRole('option', { name: 'Settlement statement' }))
  await user.click(dialog.getByRole('button', { name: 'Ask for confirmation' }))
  await screen.findByText('How it ends')
  expect(sent()).toEqual([
    [
      'POST',
      'app/acquisition/c1/settlement',
      {
        day: '2026-12-08',
        documentVersionId: 'v9',
        lines: [
          { kind: 'price', amountCents: 64_700_000 },
          { kind: 'purchase_costs', amountCents: 1_290_050 },
        ],
      },
    ],
  ])
})

const settlement: NonNullable<Acquisition['settlement']> = {
  _id: 's1',
  day: '2026-12-08',
  lines: [
    { kind: 'price', amountCents: 64_700_000 },
    { kind: 'tax', amountCents: -31_250 },
    { kind: 'loan', amountCents: 1_000_000, lender: 'First Bank' },
  ],
  balanceCents: 63_668_750,
  refundCents: 2_331_250,
  document: { ...sampleAgreement, documentId: 'd9', title: 'Settlement statement' },
  proposedBy: { _id: 'omar', name: 'Omar Farouk' },
  proposedAt: '2026-12-08T20:00:00.000Z',
  mayConfirm: true,
  mayWithdraw: false,
}

test('another member reads each line beside the paper, confirms after a step-up, and the circle owns', async () => {
  const bought = sampleAcquisition({
    outcome: 'bought',
    endedAt: '2026-12-08T21:00:00.000Z',
    settlement: { ...settlement, mayConfirm: false },
  })
  const { user, sent } = show(sampleAcquisition({ settlement }), { afterwards: bought, asksFirst: true })
  const rows = within(await screen.findByRole('table', { name: 'Lines of the settlement statement' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'LineWe payWe are given',
    'Price$647,000.00',
    'Tax$312.50',
    'LoanFirst Bank$10,000.00',
  ])
  expect(screen.getByRole('link', { name: 'Settlement statement' }).getAttribute('href')).toBe('/circle/c1/document/d9')
  await user.click(screen.getByRole('button', { name: 'Confirm the settlement' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
  const stepUp = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await user.type(stepUp.getByLabelText(/Current password/), 'secret')
  await user.click(stepUp.getByRole('button', { name: 'Confirm' }))
  await screen.findByRole('heading', { level: 1, name: 'Bought 24 Ferry Court' })
  screen.getByRole('heading', { level: 2, name: 'Bought on 8 December 2026' })
  expect(sent().at(-1)).toEqual(['POST', 'app/acquisition/c1/settlement/s1/confirm', { settlementId: 's1' }])
  expect(screen.queryByRole('button', { name: 'Confirm the settlement' })).toBeNull()
})

test('only the owner gives up alone, and only while nothing was paid; later there is a motion', async () => {
  show(sampleAcquisition({ giveUp: 'owner' }))
  await screen.findByText('How it ends')
  expect(screen.queryByRole('button', { name: 'Give up this purchase' })).toBeNull()
})

test('the owner gives up with a reason', async () => {
  const { user, sent } = show(sampleAcquisition({ giveUp: 'owner' }), { userId: 'omar' })
  await user.click(await screen.findByRole('button', { name: 'Give up this purchase' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/Why/), 'The roof')
  await user.click(dialog.getByRole('button', { name: 'Give up' }))
  await screen.findByText('How it ends')
  expect(sent()).toEqual([['POST', 'app/acquisition/c1/give-up', { reason: 'The roof' }]])
})

test('after giving up everyone reads who is owed what', async () => {
  show(
    sampleAcquisition({
      outcome: 'given_up',
      endedAt: '2026-12-09T21:00:00.000Z',
      reason: 'The roof',
      giveUp: 'not_now',
      steps: [sampleStep({ key: 'insurance', title: 'Insurance' })],
      owed: [
        { _id: 'omar', name: 'Omar Farouk', owedCents: 16_983_333 },
        { _id: 'me', name: 'Maya Sorensen', owedCents: -7_667 },
      ],
    }),
  )
  const owed = await screen.findByLabelText('Who is owed what')
  expect([...owed.children].map(({ textContent }) => textContent)).toEqual(['Omar Faroukis owed $169,833.33', 'Youowe $76.67'])
  expect(screen.queryByRole('button', { name: /Add a step|Menu of/ })).toBeNull()
})

test('a broker sees the steps that are theirs and no money', async () => {
  serve(({ path }) => {
    if (path === 'app/circle/c1') return sampleCircle()
    if (path !== 'app/acquisition/c1') return undefined
    return sampleAcquisition({ money: null, steps: [sampleStep({ isNow: true, mayEnd: true })], people: [] })
  })
  showScreen(
    <Suspense>
      <BrokerPurchasePage circleId="c1" userId="dana" />
    </Suspense>,
  )
  await screen.findByRole('heading', { level: 2, name: 'Your steps' })
  screen.getByRole('button', { name: 'Mark as done' })
  expect(screen.queryByRole('heading', { name: /Money|How it ends/ })).toBeNull()
})

test('without a purchase the page says so', async () => {
  show(null)
  await screen.findByText('Nothing is being bought')
})
