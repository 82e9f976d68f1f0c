import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleCircle } from '#web/testing/sample-circle.ts'
import { showScreen } from '#web/testing/show-screen.tsx'
import { BuyMore } from './buy-more.tsx'

test('members of a circle with free shares can add to theirs', () => {
  showScreen(<BuyMore circle={{ ...sampleCircle(), stage: 'gathering', sharesAvailable: 2 }} />)
  screen.getByText('2 shares are free. You can add to yours.')
})

test('an ended circle offers no shares, though all of its arcs are free', () => {
  showScreen(<BuyMore circle={{ ...sampleCircle(), stage: 'ended', sharesAvailable: 5 }} />)
  expect(screen.queryByRole('link', { name: 'Buy More Shares' })).toBeNull()
})
