import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleAcquisition } from '#web/testing/sample-acquisition.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { PastPurchase } from './buying-card.tsx'

const bought = sampleAcquisition({ outcome: 'bought', endedAt: '2026-08-19T17:00:00.000Z' })

test.each([
  [false, 'bought on 19 August 2026.'],
  [true, 'bought on 19 August 2026, and sold since.'],
])('the overview says of a property what became of it, sold: %s', async (isSold, words) => {
  serve(() => undefined)
  showScreen(<PastPurchase circleId="c1" userId="me" purchase={bought} isSold={isSold} />)
  const link = await screen.findByRole('link', { name: bought.property.address })
  expect(link.parentElement?.textContent).toContain(words)
})
