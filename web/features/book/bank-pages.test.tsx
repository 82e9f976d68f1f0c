import { screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { BankFilePreview } from '#contract/bank-files.ts'
import type { BankLine, BankLines } from '#contract/bank-lines.ts'
import type { BookForm } from '#contract/book.ts'
import type { BookMonth } from '#contract/book-months.ts'
import { refusals } from '#contract/errors.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sampleBankLine, sampleBook, sampleBookForm, sampleMonth, samplePreview } from '#web/testing/sample-book.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ImportPage } from './import-page.tsx'
import { MatchPage } from './match-page.tsx'
import { MonthPage } from './month-page.tsx'

type World = {
  previews?: readonly BankFilePreview[]
  lines?: readonly BankLine[]
  outstanding?: BankLines['outstanding']
  month?: BookMonth
  after?: BookMonth
  asksFirst?: boolean
  mayMatch?: boolean
  form?: BookForm
}

function show(
  page: React.ReactElement,
  address: string,
  { previews = [], lines = [], outstanding = [], month, after, asksFirst = false, mayMatch = true, form = sampleBookForm() }: World,
) {
  const left = [...previews]
  let now = month
  let isConfirmed = !asksFirst
  const asked = serve(({ method, path, body }) => {
    if (path === 'app/circle/c1') return sampleCircle({ title: 'Larkspur Terrace', stage: 'owning' })
    if (path === 'app/book/c1') return sampleBook()
    if (path === 'app/book/c1/form') return form
    if (path === 'app/document/c1') return { documents: [], mayAdd: true }
    if (path === 'auth/passkey') return []
    if (path === 'auth/step-up') {
      isConfirmed = true
      return {}
    }
    if (path === 'app/bank-file/c1/contribution' && !isConfirmed)
      throw new ApiError(403, refusals.step_up_required.error, [], 'step_up_required')
    if (path === 'app/bank-file/c1/preview') return left.length > 1 ? left.shift() : left[0]
    if (path === 'app/bank-file/c1/import')
      return { added: 12, known: 29, leftOut: {}, openingCents: 0, shownFrom: '', shownTo: '', unmatched: 12 }
    if (path === 'app/bank-file/c1/lines')
      return { lines, total: lines.length, page: 1, pageSize: 100, outstanding, maySeeTexts: mayMatch, mayMatch }
    if (method === 'POST' && path.endsWith('/confirm')) {
      if (!isConfirmed) throw new ApiError(403, refusals.step_up_required.error, [], 'step_up_required')
      if (!(body as { balances: { typedCents: number }[] }).balances.every(({ typedCents }) => typedCents === 2_973_885))
        throw new ApiError(409, 'The balance that you typed is not the one that the book and the bank’s files give.', [], 'month_refused')
      now = after
    }
    if (path.startsWith('app/book/c1/month/')) return now
    return method === 'GET' ? undefined : { matchId: 'm1', entryId: 'e1', number: 1, ratifyMotionId: null }
  })
  const shown = showScreen(<Suspense>{page}</Suspense>, address)
  return {
    ...shown,
    sent: () =>
      asked.filter(({ method, path }) => method !== 'GET' && !path.startsWith('auth/')).map(({ path, body }) => [path, body] as const),
  }
}

const file = () => new File(['Date,Description,Amount\n'], 'may.csv', { type: 'text/csv' })
const chooseFile = async (user: ReturnType<typeof show>['user']) => {
  await screen.findByRole('heading', { level: 1, name: 'Bank file' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement, file())
}

test('a bank file is read first, and added only when told to', async () => {
  const { user, sent, at } = show(<ImportPage circleId="c1" />, '/circle/c1/book-import', { previews: [samplePreview()] })
  await chooseFile(user)
  await screen.findByText('Balances join')
  screen.getByText('05/09/2027')
  expect(sent().map(([path]) => path)).toEqual(['app/bank-file/c1/preview'])
  await user.click(screen.getByRole('button', { name: 'Add 12 lines' }))
  await waitFor(() => expect(at()).toBe('/circle/c1/book-match'))
  expect(sent().at(-1)).toEqual([
    'app/bank-file/c1/import',
    { bankAccountId: 'operating', content: btoa('Date,Description,Amount\n'), account: null, choices: {} },
  ])
})

test('an order of the date that cannot be told is asked for, and the answer is sent', async () => {
  const problem = {
    reason: 'date_order_ambiguous',
    words: 'Every date can be read two ways.',
    lines: [],
    ambiguousDay: { text: '03/04/2027', monthFirst: '2027-03-04', dayFirst: '2027-04-03' },
    rows: [],
  }
  const { user, sent } = show(<ImportPage circleId="c1" />, '/circle/c1/book-import', {
    previews: [samplePreview({ problem, lines: 0, added: 0, known: 0 }), samplePreview()],
  })
  await chooseFile(user)
  await screen.findByRole('group', { name: 'Which day is 03/04/2027?' })
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /Month first/ }))
  await screen.findByRole('button', { name: 'Add 12 lines' })
  expect(sent().at(-1)?.[1]).toMatchObject({ choices: { dateOrder: 'mdy' } })
})

test('why a file cannot be added is said, with the lines', async () => {
  const problem = {
    reason: 'line_missing',
    words: 'A line that the bank showed before is missing on 9 May.',
    lines: [{ day: '2027-05-09', amountCents: 310_000, text: 'ACH CREDIT ABBOTT', payee: null }],
    ambiguousDay: null,
    rows: [],
  }
  const { user } = show(<ImportPage circleId="c1" />, '/circle/c1/book-import', { previews: [samplePreview({ problem })] })
  await chooseFile(user)
  await screen.findByText(problem.words)
  screen.getByText('ACH CREDIT ABBOTT')
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
})

const toCall = {
  kind: 'call' as const,
  entryId: null,
  position: null,
  person: { _id: 'jonah', name: 'Jonah Abbott' },
  callId: 'call2',
  distributionId: null,
  label: 'Call 2, Jonah Abbott',
  day: null,
  amountCents: 308_332,
  reasons: ['Reference ARC-7Q4K-10'],
  instead: null,
}

test('a suggestion says why, and is taken by hand', async () => {
  const { user, sent } = show(<MatchPage circleId="c1" />, '/circle/c1/book-match', {
    lines: [sampleBankLine({ suggestions: [toCall] })],
  })
  const suggestion = within(await screen.findByRole('region', { name: 'Call 2, Jonah Abbott' }))
  suggestion.getByText('Reference ARC-7Q4K-10')
  suggestion.getByText(/\$16\.68 more than asked: it is held for/)
  expect(sent()).toEqual([])
  await user.click(suggestion.getByRole('button', { name: 'Match' }))
  await waitFor(() => expect(sent()).toEqual([['app/bank-file/c1/contribution', { bankLineId: 'line', person: 'jonah', callId: 'call2' }]]))
})

test('another member who matches the treasurer’s own part says who they are', async () => {
  const { user, sent } = show(<MatchPage circleId="c1" />, '/circle/c1/book-match', {
    lines: [sampleBankLine({ suggestions: [toCall] })],
    asksFirst: true,
  })
  await user.click(await screen.findByRole('button', { name: 'Match' }))
  const stepUp = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await user.type(stepUp.getByLabelText(/Current password/), 'secret')
  await user.click(stepUp.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toEqual(sent()[0])
})

test('a suggested payout is booked against its line by hand', async () => {
  const person = { _id: 'cy', name: 'Cy Oak' }
  const payout = {
    ...toCall,
    kind: 'payout' as const,
    person,
    callId: null,
    distributionId: 'd1',
    label: 'Payout to Cy Oak',
    amountCents: -25_001,
  }
  const line = sampleBankLine({ amountCents: -25_001, suggestions: [payout] })
  const { user, sent } = show(<MatchPage circleId="c1" />, '/circle/c1/book-match', { lines: [line] })
  const suggestion = within(await screen.findByRole('region', { name: 'Payout to Cy Oak' }))
  expect(sent()).toEqual([])
  await user.click(suggestion.getByRole('button', { name: 'Match' }))
  const cash = { bankAccountId: line.bankAccountId, bankLineId: 'line', amountCents: 25_001 }
  await waitFor(() => expect(sent()).toEqual([['app/book/c1/payment', { what: 'owed', person: 'cy', distributionId: 'd1', ...cash }]]))
})

test('the treasurer’s own part is not matched by them, and it is said what to do instead', async () => {
  const own = { ...toCall, instead: 'Another member matches your own part.' }
  show(<MatchPage circleId="c1" />, '/circle/c1/book-match', { lines: [sampleBankLine({ suggestions: [own] })] })
  const suggestion = within(await screen.findByRole('region', { name: 'Call 2, Jonah Abbott' }))
  suggestion.getByText('Another member matches your own part.')
  expect(suggestion.queryByRole('button', { name: 'Match' })).toBeNull()
  expect(suggestion.getByRole('link', { name: 'Open the call' }).getAttribute('href')).toBe('/circle/c1/call/call2')
})

test('another member matches the treasurer’s own part, and nothing else', async () => {
  const { user, sent } = show(<MatchPage circleId="c1" />, '/circle/c1/book-match', {
    lines: [sampleBankLine({ text: null, suggestions: [toCall] }), sampleBankLine({ _id: 'other', text: null, amountCents: 500 })],
    mayMatch: false,
  })
  await user.click(await screen.findByRole('button', { name: 'Match' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: /\$5\.00/ }))
  screen.getByText('The treasurer says what it is.')
  for (const name of ['Match', 'Book something new', 'Leave in suspense']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a month that nobody may confirm says what helps', async () => {
  show(<MonthPage circleId="c1" month="2027-04" userId="me" />, '/circle/c1/book-month/2027-04', {
    month: sampleMonth({ confirmers: [], mayConfirm: false, maySendBack: false }),
  })
  await screen.findByText(/nobody can confirm it\. It waits until someone who had no part in it holds an arc/)
})

test('one line is matched with several entries only when the sums are equal', async () => {
  const cash = (number: number, amountCents: number) => ({
    entryId: `e${number}`,
    position: 2,
    number,
    bankAccountId: 'operating',
    day: '2027-05-06',
    amountCents,
    payee: `Bill ${number}`,
    words: '',
  })
  const { user, sent } = show(<MatchPage circleId="c1" />, '/circle/c1/book-match', {
    lines: [sampleBankLine({ amountCents: -53_400, text: 'ACH DEBIT COBALT' })],
    outstanding: [cash(7, -33_760), cash(8, -19_640)],
  })
  await user.click(await screen.findByRole('checkbox', { name: /ACH DEBIT COBALT/ }))
  await user.click(screen.getByRole('checkbox', { name: /No 7/ }))
  expect(screen.getByRole('button', { name: 'Match these 2' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: /No 8/ }))
  await user.click(screen.getByRole('button', { name: 'Match these 3' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      [
        'app/bank-file/c1/match',
        {
          bankLineIds: ['line'],
          cashLines: [
            { entryId: 'e7', position: 2 },
            { entryId: 'e8', position: 2 },
          ],
        },
      ],
    ]),
  )
})

test('what the bank shows without a permission is booked all the same, against its line', async () => {
  const { user, sent } = show(<MatchPage circleId="c1" />, '/circle/c1/book-match', {
    lines: [sampleBankLine({ amountCents: -300_000, text: 'AUTOPAY GAS' })],
  })
  await user.click(await screen.findByRole('button', { name: 'Book something new' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Book a cost' }))
  await dialog.findByText(/The bank shows it, so it is booked/)
  await user.type(dialog.getByLabelText(/^Payee/), 'Gas & Co')
  await user.click(dialog.getByRole('combobox', { name: /Is the payee related/ }))
  await user.click(await screen.findByRole('option', { name: 'No, to no member' }))
  await user.click(dialog.getByRole('button', { name: 'Book and open a motion' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toEqual([
    'app/book/c1/payment',
    expect.objectContaining({ what: 'cost', bankLineId: 'line', amountCents: 300_000, motionId: null, relatedMember: null }),
  ])
  expect(sent()[0]?.[1]).not.toHaveProperty('day')
})

test('a month is closed with the balance typed from the bank’s statement, before ours is shown', async () => {
  const closed = sampleMonth({
    state: 'closed',
    mayConfirm: false,
    maySendBack: false,
    isHidden: false,
    closed: { by: { _id: 'me', name: 'Maya Sorensen' }, at: '2027-05-18T10:00:00.000Z' },
    accounts: [{ ...(sampleMonth().accounts[0] as BookMonth['accounts'][number]), bookCents: 2_973_885, typedCents: 2_973_885 }],
  })
  const { user, sent } = show(<MonthPage circleId="c1" month="2027-04" userId="me" />, '/circle/c1/book-month/2027-04', {
    month: sampleMonth(),
    after: closed,
    asksFirst: true,
  })
  await screen.findByText('Our figures are shown after you have typed the bank’s.')
  await user.click(screen.getByRole('button', { name: 'Confirm and close April 2027' }))
  await screen.findByText('Please type the balance from the bank’s own statement')
  await user.type(screen.getByLabelText(/^Balance of Operating/), '29738.58')
  await user.click(screen.getByRole('button', { name: 'Confirm and close April 2027' }))
  const stepUp = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
  await user.type(stepUp.getByLabelText(/Current password/), 'secret')
  await user.click(stepUp.getByRole('button', { name: 'Confirm' }))
  await screen.findByText(/The balance that you typed is not the one/)
  await user.clear(screen.getByLabelText(/^Balance of Operating/))
  await user.type(screen.getByLabelText(/^Balance of Operating/), '29738.85')
  await user.click(screen.getByRole('button', { name: /Confirm and close April 2027|Retry/ }))
  await screen.findByRole('heading', { name: 'April 2027 is closed' })
  expect(sent().at(-1)).toEqual([
    'app/book/c1/month/2027-04/confirm',
    { balances: [{ bankAccountId: 'operating', typedCents: 2_973_885 }] },
  ])
})

test('a closed month can be proposed to be reopened, and one that was reopened says who had closed it', async () => {
  const [by, at] = [{ _id: 'celeste', name: 'Celeste Laurent' }, '2027-05-18T10:00:00.000Z']
  const month = sampleMonth({
    state: 'closed',
    mayConfirm: false,
    closed: { by, at },
    reopened: [{ by, at, reopenedAt: '2027-05-19T10:00:00.000Z', motionId: 'm7' }],
  })
  show(<MonthPage circleId="c1" month="2027-04" userId="me" />, '/circle/c1/book-month/2027-04', { month })
  const link = await screen.findByRole('link', { name: 'Propose to reopen this month' })
  expect(link.getAttribute('href')).toBe('/circle/c1/new-motion?kind=reopen&month=2027-04')
  expect(screen.getByRole('link', { name: 'A motion' }).getAttribute('href')).toBe('/circle/c1/motion/m7')
})

test('a month is sent back with words', async () => {
  const { user, sent } = show(<MonthPage circleId="c1" month="2027-04" userId="me" />, '/circle/c1/book-month/2027-04', {
    month: sampleMonth(),
    after: sampleMonth(),
  })
  await user.click(await screen.findByRole('button', { name: 'Something is not right' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'What is not right?' }))
  await user.click(dialog.getByRole('button', { name: 'Send back' }))
  await dialog.findByText('Please say what is not right')
  await user.type(dialog.getByLabelText(/^Your words/), 'The lock was $169.40')
  await user.click(dialog.getByRole('button', { name: 'Send back' }))
  await waitFor(() => expect(sent()).toEqual([['app/book/c1/month/2027-04/send-back', { words: 'The lock was $169.40' }]]))
})

test('a file without lines can still say which days it shows, and of any file the last day can be put right', async () => {
  const problem = { reason: 'bank_file_no_lines', words: 'This file has no lines.', lines: [], ambiguousDay: null, rows: [] }
  const stated = samplePreview({ format: 'ofx2', daysAre: 'stated' })
  const { user, sent } = show(<ImportPage circleId="c1" />, '/circle/c1/book-import', {
    previews: [samplePreview({ problem, findings: null, lines: 0, added: 0, known: 0, from: null, to: null }), stated],
  })
  await chooseFile(user)
  await screen.findByText(problem.words)
  await user.type(screen.getByLabelText('First day that it shows'), '2027-05-01')
  await waitFor(() => expect(sent().at(-1)?.[1]).toMatchObject({ choices: { from: '2027-05-01' } }))
  await waitFor(() => expect(screen.queryByLabelText('First day that it shows')).toBeNull())
  screen.getByLabelText('Last day that it shows')
})

test('any line of money in is matched as a member’s payment, and the treasurer’s own by another member', async () => {
  const { user, sent } = show(<MatchPage circleId="c1" />, '/circle/c1/book-match', { lines: [sampleBankLine({ amountCents: 5_000 })] })
  await user.click(await screen.findByLabelText('A member’s payment'))
  const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  const [first] = sampleBookForm().members.filter(({ _id }) => _id !== sampleBook().treasurer?._id)
  expect(names).not.toContain(sampleBook().treasurer?.name)
  await user.click(screen.getByRole('option', { name: first?.name ?? '' }))
  await user.click(screen.getByRole('button', { name: 'Match as their payment' }))
  await waitFor(() => expect(sent()).toEqual([['app/bank-file/c1/contribution', { bankLineId: 'line', person: first?._id, callId: null }]]))
})

test('another member says that a line is the treasurer’s payment, and sees no other', async () => {
  const { user, sent } = show(<MatchPage circleId="c1" />, '/circle/c1/book-match', {
    lines: [sampleBankLine({ text: null, amountCents: 5_000 })],
    mayMatch: false,
    form: sampleBookForm({ members: [...sampleBookForm().members, { _id: 'third', name: 'Third Member' }] }),
  })
  await user.click(await screen.findByRole('button', { name: 'It is the treasurer’s payment' }))
  const { treasurer } = sampleBook()
  await waitFor(() =>
    expect(sent()).toEqual([['app/bank-file/c1/contribution', { bankLineId: 'line', person: treasurer?._id, callId: null }]]),
  )
  expect(screen.queryByLabelText('A member’s payment')).toBeNull()
})
