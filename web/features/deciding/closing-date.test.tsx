import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusals } from '#contract/errors.ts'
import { closingDateHint, defaultNoticeSeconds } from '#domain/notice-period.ts'
import { ApiError } from '#web/api/api-error.ts'
import { sampleDeciding } from '#web/testing/sample-property.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ClosingDate } from './closing-date.tsx'

test('the form says what a closing date means; one that could not be removed is said, and the form stays', async () => {
  serve(({ method }) => {
    if (method === 'PUT') throw new ApiError(503, refusals.database_away.error, [], 'database_away')
  })
  const deciding = sampleDeciding({ closesAt: '2040-12-10T18:00:00.000Z' })
  const { user } = showScreen(<ClosingDate circleId="c1" propertyId="p1" deciding={deciding} />)
  await user.click(screen.getByRole('button', { name: 'Change the end of voting' }))
  screen.getByText(closingDateHint(defaultNoticeSeconds))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(refusals.database_away.error)).not.toBeNull()
  screen.getByRole('button', { name: 'Save date' })
})
