import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { defaultRules, ruleWords } from '#domain/outcome.ts'
import { renderUi } from '#web/testing/render-ui.tsx'
import { ReviewRules } from './review-rules.tsx'

function Review() {
  const [rules, setRules] = useState(defaultRules)
  return <ReviewRules rules={rules} onChange={setRules} />
}

test('the review step shows the decision rules in words, and lets the owner change them', async () => {
  renderUi(<Review />)
  expect(screen.getByText(`${ruleWords(defaultRules)}.`)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change decision rules' }))
  const threshold = await screen.findByLabelText('Threshold, in percent')
  await userEvent.clear(threshold)
  expect((screen.getByRole('button', { name: 'Use these rules' }) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.type(threshold, '66')
  await userEvent.click(screen.getByRole('button', { name: 'Use these rules' }))
  expect(await screen.findByText(`${ruleWords({ ...defaultRules, threshold: 66 })}.`)).toBeTruthy()
})
