import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { adminCircleSorts } from '#contract/admin.ts'
import type { Circle } from '#contract/circles.ts'
import { noCriteria } from '#domain/criteria.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { AdminCirclesScreen } from './circles-screen.tsx'

const circle: Circle = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  title: 'Quarry Lofts',
  description: '',
  location: { city: 'Boulder', state: 'Colorado', lat: null, lng: null },
  hideCircle: true,
  isDeleted: false,
  stage: 'gathering',
  createdBy: { _id: '01890a5d-ac96-774b-bcce-b302099a8058', firstName: 'Maya', lastName: 'Stone', email: 'maya@example.com' },
  assignedBrokers: [],
  exclusiveAssignedBroker: null,
  investmentCriteria: {
    totalTargetSize: 600_000,
    minimumShareSize: '1/6',
    ownerInvestmentAmount: 200_000,
    geographicRadius: 15,
    ...noCriteria,
    currentInvestmentAmount: 200_000,
  },
  memberCount: 1,
  currentInvestmentAmount: 200_000,
  percentFunded: 33,
  sharesTotal: 6,
  sharesAvailable: 4,
  openArcPrices: [100_000, 100_000, 100_000, 100_000],
  holdings: [200_000],
  createdAt: '2026-11-15T00:00:00.000Z',
  updatedAt: '2026-11-15T00:00:00.000Z',
}

afterEach(() => vi.unstubAllGlobals())

function show() {
  const asked = serve(({ path }) => (path === 'admin/circle' ? { items: [circle], total: 1, page: 1, pageSize: 10 } : undefined))
  return { asked, ...showScreen(<AdminCirclesScreen />, '/admin/circle-management') }
}

test('every data column of the circles sorts by a name that the server accepts', async () => {
  const { asked, user } = show()
  await screen.findByRole('table', { name: 'Circles' })
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
  for (const name of heads.filter((head) => head !== 'Actions')) await user.click(await screen.findByRole('button', { name: name ?? '' }))
  const sorts = asked.map(({ query }) => query.get('sort')?.replace(/^-/, ''))
  expect([...new Set(sorts)].toSorted()).toEqual(adminCircleSorts.filter((sort) => sort !== 'city').toSorted())
})

test('a circle opens by its title and by a click anywhere on its row', async () => {
  const { user, at } = show()
  const row = await screen.findByRole('row', { name: /Quarry Lofts/ })
  expect(within(row).getByRole('link', { name: 'Quarry Lofts' }).getAttribute('href')).toBe(`/admin/circle-management/${circle._id}`)
  await user.click(within(row).getByText('Hidden'))
  expect(at()).toBe(`/admin/circle-management/${circle._id}`)
})
