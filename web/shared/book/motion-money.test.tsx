import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleBook, sampleBookForm } from '#web/testing/sample-book.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { MotionMoney } from './motion-money.tsx'

function show(leftCents: number) {
  const form = sampleBookForm()
  const motions = form.motions.map((motion) => (motion._id === 'roof' ? { ...motion, amountCents: 2_000_000, leftCents } : motion))
  serve(({ path }) => {
    if (path === 'app/book/c1') return sampleBook()
    if (path === 'app/book/c1/form') return { ...form, motions }
    return undefined
  })
  return showScreen(<MotionMoney circleId="c1" motionId="roof" />)
}

test('what is left of a motion leads to its booking', async () => {
  show(500_000)
  await screen.findByText('$5,000.00')
  screen.getByText('of $20,000.00; $15,000.00 booked.')
  expect((await screen.findByRole('link', { name: 'Book it' })).getAttribute('href')).toBe('/circle/c1?tab=book&pay=roof')
})

test('a motion that was used in full says so, and nothing is booked under it', async () => {
  show(0)
  await screen.findByText('$0.00')
  screen.getByText('of $20,000.00; $20,000.00 booked.')
  expect(screen.queryByRole('link', { name: 'Book it' })).toBeNull()
})
