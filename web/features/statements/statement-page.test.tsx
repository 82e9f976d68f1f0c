import { screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { YearStatement } from '#contract/statements.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { StatementPage } from './statement-page.tsx'

const both = (circleCents: number, ownCents: number) => ({ circleCents, ownCents })

const sample = (changes: Partial<YearStatement> = {}): YearStatement => ({
  circle: { _id: 'c1', title: 'Larkspur Terrace' },
  address: '24 Ferry Court, Denver, CO 80240',
  name: 'Maya Sorensen',
  state: 'issued',
  issuedAt: '2028-01-20T12:00:00.000Z',
  suspenseCents: null,
  closedTo: '2027-12-31',
  isTreasurer: false,
  isFormer: false,
  figures: {
    year: 2027,
    from: '2027-01-01',
    to: '2027-12-31',
    arcs: [4, 5, 6, 7],
    arcsOfCircle: 12,
    commitment: { ...both(90_000_000, 30_000_000), words: '4 × $75,000.00' },
    capitalAtStart: both(0, 0),
    corrected: both(0, 0),
    putIn: { ...both(66_600_000, 22_200_000), words: '4 × $55,500.00' },
    shares: [
      { account: 'rent', ...both(4_532_000, 1_510_668), words: '4 × $3,776.67' },
      { account: 'management', ...both(362_560, 120_853), words: '1 × $302.14 + 3 × $302.13' },
    ],
    incomeLessCosts: both(4_169_440, 1_389_815),
    payouts: [{ day: '2027-07-14', ...both(906_151, 302_052), words: '4 × $755.13' }],
    paidOut: both(906_151, 302_052),
    handedOnCents: 0,
    takenOverCents: 0,
    oddCents: both(0, 0),
    capitalAtEnd: both(69_863_289, 23_287_763),
    late: [],
    has: [
      { account: 'cash', amountCents: 4_367_869 },
      { account: 'property', amountCents: 65_907_420 },
      { account: 'deposits_held', amountCents: -412_000 },
    ],
  },
  sha256: '99cb0b942b439f92',
  holders: [
    { arc: 1, user: 'u2', name: 'Omar' },
    { arc: 4, user: 'u1', name: 'Maya Sorensen' },
  ],
  years: [2027, 2028],
  ...changes,
})

function show(statement: YearStatement) {
  const asked = serve(({ method, path }) => {
    if (path === 'app/statement/c1/2027') return statement
    if (path === 'app/circle-membership/c1') return []
    if (method === 'POST') return statement
    return undefined
  })
  return {
    asked,
    ...showScreen(
      <Suspense>
        <StatementPage circleId="c1" year="2027" userId="u1" />
      </Suspense>,
      '/circle/c1/statement/2027',
    ),
  }
}

test('every figure stands beside the circle’s, with how it is reckoned', async () => {
  show(sample())
  await screen.findByRole('heading', { name: 'Statement 2027' })
  screen.getByText(/An issued statement is frozen/)
  const rent = within(screen.getByRole('row', { name: /Rent/ }))
  rent.getByText('4 × $3,776.67')
  expect(rent.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['$45,320.00', '+$15,106.68'])
  const costs = within(screen.getByRole('row', { name: /Management/ }))
  expect(costs.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['−$3,625.60', '−$1,208.53'])
  screen.getByRole('img', { name: '4 of 12 arcs are yours' })
  screen.getByText('The circle adds up')
  screen.getByText('−$4,120.00')
  screen.getByRole('button', { name: 'Download ZIP' })
  screen.getByText(/Figures for your accountant. Not advice/)
  expect(screen.getByRole('link', { name: '2028' }).getAttribute('href')).toBe('/circle/c1/statement/2028')
})

test('who left sees their own figures only, and no year pack', async () => {
  const { figures } = sample()
  const own = { ...figures, has: null, capitalAtEnd: { circleCents: null, ownCents: 5 } }
  show(sample({ isFormer: true, state: 'running', issuedAt: null, sha256: null, holders: [], figures: own, years: [2027] }))
  await screen.findByText(/The year is not over/)
  expect(within(screen.getByRole('row', { name: /Capital on 31 December 2027/ })).getAllByRole('cell')[0]?.textContent).toBe('–')
  expect(screen.queryByText('The circle adds up')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download ZIP' })).toBeNull()
  screen.getByRole('link', { name: 'Go back, The circle you left' })
})

test('the treasurer issues a year once its months are closed', async () => {
  const { user, asked } = show(sample({ isTreasurer: true, state: 'ready', issuedAt: null, sha256: null }))
  await user.click(await screen.findByRole('button', { name: 'Issue 2027' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Issue 2027' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['app/statement/c1/2027'])
})

test('a year whose last month is open cannot be issued, and says why', async () => {
  show(sample({ isTreasurer: true, state: 'december_open', issuedAt: null, sha256: null }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Issue 2027' })).disabled).toBe(true)
  expect(screen.getAllByText(/once all twelve months are closed/)).toHaveLength(2)
})
