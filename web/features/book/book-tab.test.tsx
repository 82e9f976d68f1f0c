import { screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { Book, BookForm } from '#contract/book.ts'
import { sampleBook, sampleBookForm, sampleEntry } from '#web/testing/sample-book.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { BookTab } from './book-tab.tsx'

type Served = { book?: Book; form?: BookForm; address?: string }

function show({ book = sampleBook(), form = sampleBookForm(), address = '/circle/c1?tab=book' }: Served = {}) {
  const asked = serve(({ method, path, query }) => {
    if (path === 'app/book/c1') return book
    if (path === 'app/book/c1/form') return form
    if (path === 'app/book/c1/outlay') return []
    if (path === 'app/document/c1') return { documents: [{ _id: 'd1', title: 'Invoice', newest: { _id: 'v1', number: 1 } }], mayAdd: true }
    if (path === 'app/book/c1/entries')
      return {
        entries: query.get('month') === '2027-05' ? [sampleEntry()] : [],
        total: query.get('month') === '2027-05' ? 1 : 0,
        page: 1,
        pageSize: 50,
      }
    if (method === 'POST') return { entryId: 'e123', number: 123, ratifyMotionId: null, outlayId: null }
    return undefined
  })
  const shown = showScreen(
    <Suspense>
      <BookTab circleId="c1" isEnded={false} />
    </Suspense>,
    address,
  )
  return { ...shown, posted: () => asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]) }
}

test('the strip says how each month stands, and a month shows its own entries', async () => {
  const { user } = show()
  const strip = within(await screen.findByRole('navigation', { name: 'Months of the book' }))
  expect(strip.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
    'Mar 2027: closed',
    'Apr 2027: agrees',
    'May 2027: open',
  ])
  await screen.findByRole('link', { name: 'Summit Roofing: Deposit for the roof' })
  screen.getByText(/cash basis, without depreciation/)
  await user.click(strip.getByRole('link', { name: 'Mar 2027: closed' }))
  await screen.findByText('Nothing is booked in this month')
})

test('the month that the reader may confirm is marked, and is the next step', async () => {
  const next = { words: 'April 2027 agrees.', does: 'confirm', month: '2027-04', isMine: true } as const
  show({ book: sampleBook({ next, may: { book: false, openAccount: false, confirm: '2027-04' } }) })
  await screen.findByRole('link', { name: 'Apr 2027: waits for you' })
  expect(screen.getByRole('link', { name: 'Look at April 2027' }).getAttribute('href')).toBe('/circle/c1/book-month/2027-04')
  expect(screen.queryByRole('button', { name: 'Book a cost' })).toBeNull()
})

test('the gauge says how far free cash is from the floor, and the table has every figure of the bars', async () => {
  const { user } = show({ book: sampleBook({ freeCashCents: 1_400_000 }) })
  await screen.findByRole('img', { name: 'Free cash: $1,000.00 below the floor' })
  screen.getByText(/Only costs within the emergency limit can be paid now/)
  await user.click(screen.getByRole('button', { name: 'As a table' }))
  const rows = within(screen.getByRole('region', { name: 'Money in and out, as a table' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'MonthInFrom membersOutTo members',
    'May 2027+$1,485.00+$1,000.00−$555.00$0.00',
    'April 2027+$4,220.00$0.00−$486.33$0.00',
    'March 2027+$4,220.00$0.00−$693.29−$600.00',
  ])
})

test('a cost under a motion shows what will be left, and is sent with its motion', async () => {
  const { user, posted } = show({ address: '/circle/c1?tab=book&pay=roof' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Book a cost' }))
  await user.type(await dialog.findByLabelText(/^Amount/), '6475')
  dialog.getByText('$6,475.00 will be left after this.')
  await user.click(dialog.getByRole('button', { name: 'Book $6,475.00' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(posted()).toEqual([
    [
      'app/book/c1/payment',
      {
        what: 'cost',
        bankAccountId: 'operating',
        amountCents: 647_500,
        day: '2027-05-18',
        words: null,
        documentVersionId: null,
        belongsTo: null,
        account: 'repairs',
        motionId: 'roof',
        payee: 'Summit Roofing',
        relatedMember: null,
      },
    ],
  ])
})

test('more than the motion permits cannot be booked, and a closed month is named', async () => {
  const { user, posted } = show({ address: '/circle/c1?tab=book&pay=roof' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Book a cost' }))
  await user.type(await dialog.findByLabelText(/^Amount/), '14200')
  await dialog.findByRole('heading', { name: 'Not allowed yet' })
  dialog.getByText('At most $12,950.00 are left of this motion.')
  expect(dialog.getByRole('button', { name: 'Book $14,200.00' }).hasAttribute('disabled')).toBe(true)
  dialog.getByRole('link', { name: 'Propose a spend' })
  await user.clear(dialog.getByLabelText(/^Amount/))
  await user.type(dialog.getByLabelText(/^Amount/), '100')
  await user.clear(dialog.getByLabelText(/^Day of the money/))
  await user.type(dialog.getByLabelText(/^Day of the money/), '2027-03-27')
  await user.click(dialog.getByRole('button', { name: 'Book $100.00' }))
  await dialog.findByText('March 2027 is closed. Book it today; it can belong to that month.')
  expect(posted()).toEqual([])
})

test('an emergency says that it opens a motion', async () => {
  const { user } = show()
  await user.click(await screen.findByRole('button', { name: 'Book a cost' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Book a cost' }))
  await user.type(await dialog.findByLabelText(/^Amount/), '1180')
  await dialog.findByText('A motion to ratify it opens by itself, and everyone gets a notice.')
  await user.click(dialog.getByRole('button', { name: 'Book and open a motion' }))
  await dialog.findByText('Please say whether the payee is related to a member')
})

test('a loan payment is split as the lender says', async () => {
  const { user, posted } = show()
  await user.click(await screen.findByRole('button', { name: 'Book something else' }))
  await user.click(await screen.findByRole('menuitem', { name: 'A payment to the lender' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Book a loan payment' }))
  await user.type(await dialog.findByLabelText(/^Interest/), '500')
  await user.type(dialog.getByLabelText(/^Principal/), '99.55')
  await user.click(dialog.getByRole('button', { name: 'Book $599.55' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(posted()).toEqual([
    [
      'app/book/c1/loan-payment',
      {
        bankAccountId: 'operating',
        day: '2027-05-18',
        interestCents: 50_000,
        principalCents: 9_955,
        reserveCents: 0,
        lender: null,
        words: null,
        documentVersionId: null,
      },
    ],
  ])
})

test('another member says that money in suspense is the treasurer’s', async () => {
  const may = { book: false, openAccount: false, confirm: null }
  const { user, posted } = show({
    book: sampleBook({ suspenseCents: -12_345, treasurer: { _id: 'ben', name: 'Ben Smith' }, may }),
    form: { ...sampleBookForm(), suspenseCents: -12_345 },
  })
  await user.click(await screen.findByRole('button', { name: 'It is the treasurer’s' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'It is the treasurer’s' }))
  // A form within a paragraph is no valid page.
  expect(screen.getByRole('dialog').closest('p')).toBeNull()
  await user.type(await dialog.findByLabelText(/^What/), 'Ben sent too much')
  await user.click(dialog.getByLabelText(/^It belongs to/))
  await user.click(await screen.findByRole('option', { name: 'Owed, to or by a person' }))
  await user.click(dialog.getByRole('button', { name: 'Book $123.45' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const to = { account: 'owed', person: 'ben' }
  expect(posted()).toEqual([['app/book/c1/resolution', { amountCents: 12_345, to, words: 'Ben sent too much', documentVersionId: null }]])
})

test('what the title company keeps is booked by a motion, whatever the reserve', async () => {
  const form = sampleBookForm({ freeCashCents: 0, heldByOthers: [{ heldBy: 'title', amountCents: 50_000 }] })
  const { user, posted } = show({ form })
  await user.click(await screen.findByRole('button', { name: 'Book something else' }))
  await user.click(await screen.findByRole('menuitem', { name: 'What someone paid or keeps of money held by others' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Book money held by others that is spent' }))
  await user.click(await dialog.findByLabelText(/^Who holds it/))
  await user.click(await screen.findByRole('option', { name: 'Title company, $500.00 held' }))
  await user.click(dialog.getByLabelText(/^Motion that permits it/))
  await user.click(await screen.findByRole('option', { name: 'Renew the roof, $12,950.00 left' }))
  await user.type(dialog.getByLabelText(/^Amount/), '500')
  expect(dialog.queryByText(/Free cash/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Book $500.00' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(posted()).toEqual([
    [
      'app/book/c1/payment',
      {
        what: 'held',
        heldBy: 'title',
        amountCents: 50_000,
        day: '2027-05-18',
        account: 'repairs',
        motionId: 'roof',
        payee: 'Summit Roofing',
        relatedMember: null,
        words: null,
        documentVersionId: null,
        belongsTo: null,
      },
    ],
  ])
})

test('a reversal that waits shows why and is withdrawn by who asked; only who may agree finds the button', async () => {
  const waiting = {
    _id: 'r1',
    entryId: 'e122',
    number: 122,
    amountCents: 4_500,
    askedBy: { _id: 'me', name: 'Maya Sorensen' },
    words: 'Booked twice',
    at: '2027-05-15T16:12:00.000Z',
    mayConfirm: false,
    mayWithdraw: true,
  }
  const { user, posted } = show({ book: sampleBook({ reversals: [waiting] }) })
  await screen.findByText('Booked twice')
  expect(screen.getByRole('link', { name: 'No 122' }).getAttribute('href')).toBe('/circle/c1/book/e122')
  expect(screen.queryByRole('button', { name: 'Reverse it' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(posted()).toEqual([['app/book/c1/entry-reversal/r1/withdraw', {}]]))
})

test('what money in suspense was is said with the payee of its motion; a motion of which nothing is left is not offered', async () => {
  const form = sampleBookForm()
  const [first] = form.motions
  const motions = [...form.motions, ...(first ? [{ ...first, _id: 'spent', title: 'Spent', leftCents: 0 }] : [])]
  const book = sampleBook({ suspenseCents: 12_345 })
  const { user, posted } = show({ book, form: { ...form, motions, suspenseCents: 12_345 } })
  await user.click(await screen.findByRole('button', { name: 'Book something else' }))
  await user.click(await screen.findByRole('menuitem', { name: 'What money in suspense was' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve suspense' }))
  await user.click(await dialog.findByLabelText(/^It was/))
  await user.click(await screen.findByRole('option', { name: 'Money out' }))
  await user.type(dialog.getByLabelText(/^Amount/), '123.45')
  expect(dialog.queryByLabelText(/^From or to whom/)).toBeNull()
  await user.click(dialog.getByLabelText(/^Motion that permits it/))
  expect(screen.queryByRole('option', { name: /^Spent/ })).toBeNull()
  await user.click(await screen.findByRole('option', { name: /left$/ }))
  expect(dialog.getByLabelText<HTMLInputElement>(/^From or to whom/).value).toBe('Summit Roofing')
  await user.clear(dialog.getByLabelText(/^From or to whom/))
  await user.type(dialog.getByLabelText(/^What is known/), 'The roof')
  await user.click(dialog.getByRole('button', { name: 'Book $123.45' }))
  await dialog.findByText('Please say who is paid')
  await user.type(dialog.getByLabelText(/^From or to whom/), 'Summit Roofing')
  await user.click(dialog.getByRole('button', { name: 'Book $123.45' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { amountCents: -12_345, motionId: 'roof', payee: 'Summit Roofing', words: 'The roof', to: { account: 'repairs' } }
  expect(posted()).toMatchObject([['app/book/c1/resolution', body]])
})
