import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import type { Property } from '#contract/properties.ts'
import { noPermissions } from '#domain/may/person.ts'
import type { Stage } from '#domain/stages.ts'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { sampleDeciding, sampleProperty } from '#web/testing/sample-property.ts'
import { sampleUser } from '#web/testing/sample-user.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { VoteTab } from './vote-tab.tsx'

const property = (address: string, isClosed: boolean): Property =>
  sampleProperty({ _id: address, address, deciding: sampleDeciding({ closesAt: '2026-11-15T06:00:00.000Z', isClosed }) })

function show(stage: Stage, properties = [property('1 Open Road', false), property('2 Done Lane', true)]) {
  serve(({ path }) => {
    if (path.startsWith('app/property/')) return properties
    return path === 'app/acquisition/c1' ? { property: { _id: '2 Done Lane' } } : undefined
  })
  return showScreen(
    <Suspense>
      <VoteTab
        circle={sampleCircle()}
        user={sampleUser()}
        relation={{ isMember: true, isOwner: true, isAssignedBroker: false, isFormer: false, isInvited: false, permissions: noPermissions }}
        stage={stage}
      />
    </Suspense>,
  )
}

test('open and decided properties stand apart, each with its count; only open ones can be voted on', async () => {
  show('gathering')
  await screen.findByRole('heading', { name: 'Open 1' })
  screen.getByRole('heading', { name: 'Decided 1' })
  expect(screen.getAllByRole('button', { name: /^Vote on Property/ })).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Edit 2 Done Lane' }).getAttribute('href')).toBe('/add-property/c1?property=2 Done Lane')
  screen.getByRole('link', { name: 'Open the record: 2 Done Lane' })
  screen.getByRole('link', { name: 'Add Property' })
})

test('a card counts votes by the measure of the rules, and names it; the overview counts votes', async () => {
  const property = sampleProperty({
    preferences: [
      { user: 'a', preference: 'invest' },
      { user: 'b', preference: 'veto' },
      { user: 'c', preference: 'veto' },
    ],
    tally: { invest: 1, watchList: 0, veto: 2, total: 3, topChoice: 'veto' },
    deciding: sampleDeciding({ countBy: 'arcs', standing: { ...sampleDeciding().standing, voted: 8, invest: 7, veto: 1 } }),
  })
  show('gathering', [property])
  const rows = await screen.findAllByRole('listitem')
  const shown = rows.filter((row) => row.hasAttribute('data-top'))
  expect(shown.map(({ textContent }) => textContent)).toEqual(['Ready to Invest7 arcs', 'Watch List0 arcs', 'Veto1 arc'])
  expect(shown.map((row) => row.getAttribute('data-top'))).toEqual(['true', 'false', 'false'])
  screen.getByText('Counted in votes: one of each member on each property.')
})

test('while one property is bought, the others can be voted on, added and edited', async () => {
  show('buying')
  await screen.findByRole('heading', { name: 'Open 1' })
  screen.getByRole('button', { name: /^Vote on Property/ })
  screen.getByRole('link', { name: 'Add Property' })
  screen.getByRole('link', { name: 'Edit 1 Open Road' })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Edit 2 Done Lane' })).toBeNull())
})

test.each(['owning', 'ended'] as const)(
  'in the stage %s there is nothing to add, vote on or edit, and nothing is called open',
  async (stage) => {
    show(stage)
    await screen.findByRole('heading', { name: 'Not decided 1' })
    screen.getByRole('link', { name: 'Open the record: 2 Done Lane' })
    for (const name of [/^Vote on Property/, /^Change Vote/]) expect(screen.queryByRole('button', { name })).toBeNull()
    for (const name of ['Add Property', 'Edit 1 Open Road', 'Edit 2 Done Lane']) expect(screen.queryByRole('link', { name })).toBeNull()
  },
)

test('a vote without a connection is kept on its card', async () => {
  const { user } = show('gathering')
  await user.click(await screen.findByRole('button', { name: 'Vote on Property: 1 Open Road' }))
  act(() => onlineManager.setOnline(false))
  await user.click(await screen.findByRole('radio', { name: /Watch List/ }))
  await user.click(screen.getByRole('button', { name: 'Save Vote' }))
  await screen.findByText('Will be sent when you are back')
  await user.click(screen.getByRole('button', { name: 'Change Vote: 1 Open Road' }))
  expect(((await screen.findByRole('radio', { name: /Watch List/ })) as HTMLInputElement).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Take back: 1 Open Road' }))
  await screen.findByRole('button', { name: 'Vote on Property: 1 Open Road' })
})
