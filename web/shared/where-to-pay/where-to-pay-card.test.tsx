import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { refusals } from '#contract/errors.ts'
import type { PayDetails, WhereToPay } from '#contract/where-to-pay.ts'
import { ApiError } from '#web/api/api-error.ts'
import { isKept } from '#web/api/kept-queries.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { whereToPayQuery } from './where-to-pay.queries.ts'
import { WhereToPayCard } from './where-to-pay-card.tsx'

const omar = { _id: 'omar', name: 'Omar Farouk' }
const celeste = { _id: 'celeste', name: 'Celeste Laurent' }
const nothing = { confirm: false, stop: false, callBack: false, withdraw: false, show: null }

const usable: PayDetails = {
  _id: 'd1',
  state: 'usable',
  named: { by: omar, at: '2026-11-30T10:12:00.000Z' },
  confirmed: { by: celeste, at: '2026-12-01T14:40:00.000Z', number: '(303) 555-0142', found: 'the state’s licence page' },
  usableFrom: '2026-12-04T14:40:00.000Z',
  stops: [],
  showings: [{ by: omar, at: '2026-12-05T09:00:00.000Z' }],
  may: { ...nothing, stop: true, show: 'to_pay' },
}
const unconfirmed: PayDetails = {
  ...usable,
  _id: 'd2',
  state: 'unconfirmed',
  confirmed: null,
  usableFrom: null,
  showings: [],
  may: { ...nothing, confirm: true, stop: true, show: 'to_compare' },
}

const now = (changes: Partial<WhereToPay['places'][number]> = {}, rest: Partial<WhereToPay> = {}): WhereToPay => ({
  places: [{ bankAccountId: null, name: null, inForce: usable, coming: [], mayName: false, ...changes }],
  waitsUntil: null,
  hasKey: true,
  ...rest,
})

const details = {
  until: '2026-12-05T10:01:00.000Z',
  purpose: 'to_pay',
  payee: 'Front Range Title',
  bank: 'First Bank',
  routingNumber: '021000021',
  accountNumber: '9081726354',
  iban: null,
}

function show(given: WhereToPay, refuse?: ApiError) {
  const asked = serve(({ method, path }) => {
    if (path === 'app/where-to-pay/c1' && method === 'GET') return given
    if (refuse && method === 'POST') throw refuse
    if (path.endsWith('/show')) return details
    return method === 'POST' ? given : undefined
  })
  const shown = showScreen(<WhereToPayCard circleId="c1" bankAccountId={null} />, '/circle/c1/purchase')
  return { ...shown, sent: () => asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]) }
}

afterEach(() => vi.useRealTimers())

test('says who named and confirmed, which number was called, and since when it can be used; the details are hidden', async () => {
  show(now())
  const rows = within((await screen.findAllByRole('list'))[0] as HTMLElement).getAllByRole('listitem')
  expect(rows.map((row) => row.getAttribute('data-state'))).toEqual(['met', 'met', 'met'])
  expect(rows[0]?.textContent).toContain('Named by Omar Farouk')
  expect(rows[1]?.textContent).toContain('(303) 555-0142')
  screen.getByText('Account details are hidden. They are never in a mail.')
  expect(screen.queryByText('9081726354')).toBeNull()
  screen.getByText('Seen once')
})

test('shown details count down, are hidden after a minute, and are in no query', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user } = show(now())
  await user.click(await screen.findByRole('button', { name: 'Show account details' }))
  await screen.findByText('9081726354')
  screen.getByText('021 000 021')
  screen.getByText(/^Hidden again in (60|59) seconds\.$/)
  await act(() => vi.advanceTimersByTimeAsync(58_000))
  screen.getByText('9081726354')
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.queryByText('9081726354')).toBeNull()
  screen.getByText('Account details are hidden. They are never in a mail.')
})

test('what is loaded about where to pay is not kept for a lost connection', () => {
  expect(isKept({ queryKey: whereToPayQuery('c1').queryKey })).toBe(false)
})

test('a refusal to show is said, and nothing is shown', async () => {
  const { user } = show(now(), new ApiError(403, refusals.credentials_changed.error, [], 'credentials_changed'))
  await user.click(await screen.findByRole('button', { name: 'Show account details' }))
  await waitFor(() => expect(screen.queryByText('9081726354')).toBeNull())
  screen.getByText('Account details are hidden. They are never in a mail.')
})

test('the one who confirms compares the details, and writes which number they called and where they found it', async () => {
  const { user, sent } = show(now({ inForce: null, coming: [unconfirmed] }))
  screen.queryByRole('button', { name: 'Show account details' })
  await user.click(await screen.findByRole('button', { name: 'I have called' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(sent()).toEqual([])
  await user.type(dialog.getByLabelText(/Number that you called/), '(303) 555-0142')
  await user.type(dialog.getByLabelText(/Where you found it/), 'licence page')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(sent()).toEqual([['app/where-to-pay/c1/d2/confirm', { number: '(303) 555-0142', found: 'licence page' }]]))
})

test('naming asks for the account number twice and checks the routing number before anything is sent', async () => {
  const { user, sent } = show(now({ inForce: null, mayName: true }))
  await user.click(await screen.findByRole('button', { name: 'Name account details' }))
  const dialog = within(await screen.findByRole('dialog'))
  const type = (label: RegExp, text: string) => user.type(dialog.getByLabelText(label), text)
  await type(/Name on the account/, 'Front Range Title')
  await type(/^Bank/, 'First Bank')
  await type(/Routing number/, '021000022')
  await type(/^Account number(?! again)/, '9081726354')
  await type(/Account number again/, '9081726355')
  await user.click(dialog.getByRole('button', { name: 'Name them' }))
  dialog.getByText(/nine digits do not fit/)
  dialog.getByText(/two account numbers differ/)
  expect(sent()).toEqual([])
  await user.clear(dialog.getByLabelText(/Routing number/))
  await type(/Routing number/, '021000021')
  await user.clear(dialog.getByLabelText(/Account number again/))
  await type(/Account number again/, '9081726354')
  await user.click(dialog.getByRole('button', { name: 'Name them' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.[1]).toMatchObject({ bankAccountId: null, routingNumber: '021000021', accountNumber: '9081726354', iban: null })
})

test('a member who got other details by mail stops them', async () => {
  const { user, sent } = show(now())
  await user.click(await screen.findByRole('button', { name: 'Tell the circle' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/What happened/), 'A mail named another bank')
  await user.click(dialog.getByRole('button', { name: 'Stop and tell everyone' }))
  await waitFor(() => expect(sent()).toEqual([['app/where-to-pay/c1/d1/stop', { words: 'A mail named another bank' }]]))
})

test('a stop is shown with who has called back; details that wait are beside those in force', async () => {
  const stopped: PayDetails = {
    ...usable,
    state: 'stopped',
    stops: [{ by: celeste, at: '2026-12-06T10:00:00.000Z', words: 'Odd mail', calledBack: [] }],
    may: { ...nothing, callBack: true },
  }
  show(now({ inForce: stopped, coming: [unconfirmed] }))
  await screen.findByText('New details wait')
  screen.getByText(/0 of 2 others have called back/)
  screen.getByRole('button', { name: 'I have called back' })
  expect(screen.queryByRole('button', { name: 'Show account details' })).toBeNull()
})

test('after a change of password it says when where to pay opens again', async () => {
  show(now({ inForce: { ...usable, may: nothing } }, { waitsUntil: '2026-12-09T10:00:00.000Z' }))
  await screen.findByText(/password, address or passkeys changed/)
  expect(screen.queryByRole('button', { name: 'Show account details' })).toBeNull()
})

test('shows nothing where there is no such place', async () => {
  show({ ...now(), places: [] })
  await waitFor(() => expect(screen.queryByText('Where to pay')).toBeNull())
})
