import { screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { Property } from '#contract/properties.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleDeciding, sampleProperty } from '#web/testing/sample-property.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { VoteTab } from './vote-tab.tsx'

const property = (address: string, isClosed: boolean): Property =>
  sampleProperty({ _id: address, address, deciding: sampleDeciding({ closesAt: '2026-11-15T06:00:00.000Z', isClosed }) })

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

test('an ended circle offers nothing to add, vote on or edit, and calls nothing open', async () => {
  show(true)
  await screen.findByRole('heading', { name: 'Not decided 1' })
  await screen.findByText('decided: 2 Done Lane not editable')
  for (const name of [/^Vote on Property/, /^Change Vote/]) expect(screen.queryByRole('button', { name })).toBeNull()
  for (const name of ['Add Property', 'Edit 1 Open Road']) expect(screen.queryByRole('link', { name })).toBeNull()
})
