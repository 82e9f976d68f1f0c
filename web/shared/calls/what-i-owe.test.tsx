import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Owing } from '#contract/calls.ts'
import { isolate } from '#domain/isolate.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { WhatIOwe } from './what-i-owe.tsx'

const owed = (change: Partial<Owing[number]>): Owing[number] => ({
  circle: { _id: 'c1', title: 'Larkspur Terrace' },
  callId: 'k2',
  number: 2,
  openCents: 616_668,
  dueDay: '2028-05-31',
  isOverdue: false,
  ...change,
})

test('says for each call what is owed, until when, and leads to its page', async () => {
  serve(() => [
    owed({ circle: { _id: 'c2', title: 'Sycamore Court' }, number: 1, callId: 'k9', dueDay: '2028-05-14', isOverdue: true }),
    owed({}),
  ])
  showScreen(<WhatIOwe userId="me" />)
  const rows = within(await screen.findByRole('region', { name: 'What I owe' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '$6,166.68Call 1, Sycamore Court · was due May 14, 2028Open',
    '$6,166.68Call 2, Larkspur Terrace · due May 31, 2028Open',
  ])
  expect(screen.getByRole('link', { name: `Open call 2 of ${isolate('Larkspur Terrace')}` }).getAttribute('href')).toBe(
    '/circle/c1/call/k2',
  )
})

test('shows nothing while nothing is owed', async () => {
  const asked = serve(() => [])
  showScreen(<WhatIOwe userId="me" />)
  await expect.poll(() => asked.length).toBe(1)
  expect(screen.queryByRole('region')).toBeNull()
})
