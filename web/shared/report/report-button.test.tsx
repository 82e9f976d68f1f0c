import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { serve, showScreen } from '#web/testing/show-screen.tsx'
import { ReportButton } from './report-button.tsx'

const limit = 'You have reported 10 things today. You can report again tomorrow.'

test('a report is sent with its reason once it has one, and the dialog closes', async () => {
  const asked = serve(() => ({}))
  const { user } = showScreen(<ReportButton kind="circle" id="c1" name="Foundry Works" />)
  await user.click(screen.getByRole('button', { name: /^Report / }))
  await screen.findByRole('dialog', { name: 'Report this circle' })
  await user.click(screen.getByRole('button', { name: 'Report' }))
  await screen.findByText('Please choose a reason')
  await user.click(screen.getByRole('radio', { name: 'Something else' }))
  await user.click(screen.getByRole('button', { name: 'Report' }))
  await screen.findByText('Please fill in this field')
  expect(asked).toEqual([])
  await user.type(screen.getByLabelText(/^Words/), 'It is not a house.')
  await user.click(screen.getByRole('button', { name: 'Report' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toMatchObject([
    { method: 'POST', path: 'app/report', body: { kind: 'circle', id: 'c1', reason: 'other', words: 'It is not a house.' } },
  ])
})

test('a refused report stays in the dialog and says why', async () => {
  serve(() => {
    throw new ApiError(429, limit, [], 'report_limit')
  })
  const { user } = showScreen(<ReportButton kind="person" id="u1" name="Maya Stone" size="icon" />)
  await user.click(screen.getByRole('button', { name: /^Report / }))
  await user.click(await screen.findByRole('radio', { name: 'Misleading' }))
  await user.click(screen.getByRole('button', { name: 'Report' }))
  await screen.findByText(limit)
  screen.getByRole('dialog')
})
