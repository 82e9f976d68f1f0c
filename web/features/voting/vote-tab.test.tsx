import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { Property } from '#contract/properties.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { VoteTab } from './vote-tab.tsx'

const property = (address: string, isClosed: boolean): Property => ({
  _id: address,
  circle: { _id: 'c1', title: 'Sycamore Court' },
  uploadedBy: { _id: 'u1', firstName: 'Olga', lastName: 'Owner' },
  address,
  city: 'Denver',
  state: 'CO',
  zipCode: '80205',
  url: 'https://listings.example/418',
  price: 845_000,
  listingStatus: 'available',
  listingImg: { imageUri: null },
  preferences: [],
  tally: { invest: 0, watchList: 0, veto: 0, total: 0, topChoice: 'none' },
  deciding: {
    closesAt: '2026-11-15T06:00:00.000Z',
    movedAt: null,
    isClosed,
    rule: '',
    standing: { state: 'open', outcome: 'open', of: 12, voted: 0, invest: 0, watchList: 0, veto: 0, needed: 7, late: 0, words: '' },
    changedSinceVote: [],
    posts: 0,
  },
  createdAt: '2026-11-01T06:00:00.000Z',
  updatedAt: '2026-11-01T06:00:00.000Z',
})

function show(isEnded: boolean) {
  serve(({ path }) => (path.startsWith('app/property/') ? [property('1 Open Road', false), property('2 Done Lane', true)] : undefined))
  showScreen(
    <Suspense>
      <VoteTab
        circle={sampleCircle()}
        user={sampleUser()}
        isOwner
        isEnded={isEnded}
        decision={() => null}
        decided={({ address }, editPath) => <p>{`decided: ${address} ${editPath ?? 'not editable'}`}</p>}
        openedId={null}
        detail={() => null}
        below={null}
      />
    </Suspense>,
  )
}

test('open and decided properties stand apart, each with its count; only open ones can be voted on', async () => {
  show(false)
  await screen.findByRole('heading', { name: 'Open 1' })
  screen.getByRole('heading', { name: 'Decided 1' })
  expect(screen.getAllByRole('button', { name: /^Vote on Property/ })).toHaveLength(1)
  screen.getByText('decided: 2 Done Lane /add-property/c1?property=2 Done Lane')
  screen.getByRole('link', { name: 'Add Property' })
})

test('an ended circle offers nothing to add, vote on or edit', async () => {
  show(true)
  await screen.findByText('decided: 2 Done Lane not editable')
  for (const name of [/^Vote on Property/, /^Change Vote/]) expect(screen.queryByRole('button', { name })).toBeNull()
  for (const name of ['Add Property', 'Edit 1 Open Road']) expect(screen.queryByRole('link', { name })).toBeNull()
})
