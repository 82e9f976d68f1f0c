import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeskEntry } from '#contract/brokers.ts'
import type { Circle } from '#contract/circles.ts'
import type { BrokerWait } from '#domain/broker-desk.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { BrokerCirclesScreen } from './broker-circles-screen.tsx'

const wait = (different: Partial<BrokerWait> = {}): BrokerWait => ({
  kind: 'question',
  name: '18 Finch Road',
  path: '/broker/circle/c1/property/p1',
  count: 2,
  since: '2026-12-07T10:00:00.000Z',
  dueAt: null,
  ...different,
})
const entry = (circle: Partial<Circle>, ...waits: BrokerWait[]): DeskEntry => ({ circle: sampleCircle(circle), waits })
const inDenver = { location: { city: 'Denver', state: 'CO', lat: null, lng: null } }

function show(entries: readonly DeskEntry[] | null | undefined, address = '/broker/circles') {
  serve(({ path }) => {
    if (path === 'auth/whoami') return { isLoggedIn: true, user: sampleUser({ isBroker: true }) }
    return path === 'app/broker-desk' ? entries : undefined
  })
  return showScreen(<BrokerCirclesScreen />, address)
}

const some = [
  entry(
    { _id: 'c1', title: 'Maple and Ninth' },
    wait({ kind: 'passed', name: '51 Tannery Lane', count: 1, since: '2026-12-05T10:00:00.000Z' }),
  ),
  entry({ _id: 'c2', title: 'Sycamore Court', stage: 'gathering' }),
  entry(
    { _id: 'c3', title: 'Larkspur Terrace', ...inDenver },
    wait(),
    wait({ kind: 'closing', name: '70 Millrace Yard', count: 1, path: '/m', dueAt: '2040-01-05T10:00:00.000Z' }),
  ),
  entry({ _id: 'c4', title: 'Harbor Point Flats', stage: 'ended', ...inDenver }),
]

const cards = () => screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent)

test('circles that wait come first, newest first, with everything about them; each line opens the very thing', async () => {
  const { user, at } = show(some)
  await screen.findByText('2 wait for you')
  expect(cards()).toEqual(['Larkspur Terrace', 'Maple and Ninth'])
  const [card] = screen.getAllByRole('article') as [HTMLElement]
  for (const words of [
    'Denver, CO · 15 mi radius',
    'Stage 2 of 5: Deciding',
    'Six homes around a court.',
    'Property types',
    'Investment range',
    'Ida',
  ]) {
    within(card).getByText(words)
  }
  within(card).getByRole('img', { name: '100% funded by 3 members' })
  const lines = within(card).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    '70 Millrace Yard: voting closesJan 05, 2040',
    '18 Finch Road: 2 questions without an answerDec 07, 2026',
  ])
  expect(screen.getByRole('heading', { name: 'Nothing waits' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Manage Circle: Sycamore Court' }).getAttribute('href')).toBe('/broker/circle/c2')
  await user.click(within(card).getByRole('link', { name: /18 Finch Road/ }))
  expect(at()).toBe('/broker/circle/c1/property/p1')
})

test('search and stage combine and stay in the address; ended circles are folded, and found', async () => {
  const { user, at } = show(some)
  const fold = await screen.findByRole('button', { name: /^Ended/ })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or place' }), 'denver{Enter}')
  expect(at()).toBe('/broker/circles?search=denver')
  expect(cards()).toEqual(['Larkspur Terrace'])
  expect(screen.getByRole('button', { name: /^Ended/ }).getAttribute('aria-expanded')).toBe('true')
  screen.getByRole('link', { name: 'Manage Circle: Harbor Point Flats' })
  expect(screen.getAllByRole('button', { pressed: false }).map((chip) => chip.textContent)).toEqual(['Gathering 0', 'Deciding 1'])
  screen.getByText('2 circles found')

  await user.click(screen.getByRole('button', { name: 'Gathering 0' }))
  expect(at()).toBe('/broker/circles?search=denver&stage=gathering')
  screen.getByText('No circle called “denver” in Gathering')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(at()).toBe('/broker/circles')
  expect(cards()).toHaveLength(2)
})

test('the address is what is shown when it is opened', async () => {
  show(some, '/broker/circles?search=harvest')
  await screen.findByText('No circle called “harvest”')
  screen.getByText('Ended circles are searched too.')
})

test('it says that nothing waits', async () => {
  show([entry({})])
  expect(await screen.findAllByText('Nothing waits')).toHaveLength(2)
  expect(screen.queryByRole('article')).toBeNull()
})

test('a broker without circles reads so', async () => {
  show([])
  await screen.findByText('No Assigned Circles')
  screen.getByText("You don't have any investment circles assigned to you yet.")
})

test.each([null, undefined])('a failure is said, with a way to try again (%s)', async (answer) => {
  show(answer)
  await screen.findByText('Failed to load assigned circles. Please try again.')
})

test('a property is added to a circle that takes one', async () => {
  const { user } = show(some)
  await user.click(await screen.findByRole('button', { name: 'Add Property' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add Property' })
  expect(
    within(dialog)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/broker/add-property/c1', '/broker/add-property/c2', '/broker/add-property/c3'])
})

test('many circles are shown in parts', async () => {
  const { user } = show(Array.from({ length: 14 }, (_, index) => entry({ _id: `c${index}`, title: `Circle ${index}` })))
  await screen.findByRole('heading', { name: 'Nothing waits' })
  expect(screen.getAllByRole('link')).toHaveLength(12)
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(screen.getAllByRole('link')).toHaveLength(14)
})
