import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { FinancialsTab } from './financials-tab.tsx'

test('an ended circle says that its commitments have ended, not how much is missing', async () => {
  serve(() => [])
  showScreen(<FinancialsTab circle={{ ...sampleCircle(), stage: 'ended' }} members={[]} userId="u1" isEnded />)
  await screen.findByText('This circle has ended: all commitments have ended with it.')
  expect(screen.queryByText('Remaining goal')).toBeNull()
  expect(screen.queryByRole('progressbar')).toBeNull()
})
