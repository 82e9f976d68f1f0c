import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { PasswordRules } from './password-rules.tsx'

function Field() {
  const [password, setPassword] = useState('')
  return (
    <>
      <PasswordField label="Password" value={password} onChange={setPassword} autoComplete="new-password" />
      <PasswordRules password={password} />
    </>
  )
}

const missing = () =>
  screen
    .getAllByRole('listitem')
    .map((rule) => rule.textContent ?? '')
    .filter((words) => words.endsWith('missing'))

test('password rules are checked off during typing', async () => {
  renderUi(<Field />)
  expect(screen.queryByRole('list')).toBeNull()
  await userEvent.type(screen.getByLabelText('Password'), 'ab')
  expect(missing()).toEqual([
    'At least 8 characters: missing',
    'An uppercase letter: missing',
    'A number: missing',
    'A special character: missing',
  ])
  await userEvent.type(screen.getByLabelText('Password'), 'C7-quarry')
  expect(missing()).toEqual([])
})
