import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { SubmitButton, type SubmitStatus } from './submit-button.tsx'

const button = () => screen.getByRole('button')

test('shows Submit when idle', () => {
  renderUi(<SubmitButton status={null} />)
  expect(screen.getByRole('button', { name: 'Submit' }).getAttribute('type')).toBe('submit')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows that it is busy and does not submit twice while pending', async () => {
  const submitted = vi.fn()
  renderUi(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted()
      }}
    >
      <SubmitButton status="pending" />
    </form>,
  )
  expect(button().getAttribute('aria-busy')).toBe('true')
  await userEvent.click(button())
  expect(submitted).not.toHaveBeenCalled()
})

test('can show a custom text while pending', () => {
  renderUi(<SubmitButton status="pending" label="Set Password" pendingLabel="Setting Password..." />)
  expect(screen.getByText('Setting Password...')).toBeDefined()
})

test('shows a tick on success', () => {
  const { container } = renderUi(<SubmitButton status="success" />)
  expect(container.querySelector('.tabler-icon-check')).not.toBeNull()
})

test.each<[SubmitStatus, string, string]>([
  ['fail', 'Retry', 'Something went wrong'],
  ['invalid', 'Submit', 'Please check for errors'],
])('%s is a cross with %s and an amber message', (status, name, message) => {
  const { container } = renderUi(<SubmitButton status={status} />)
  expect(container.querySelector('.tabler-icon-x')).not.toBeNull()
  expect(screen.getByRole('button', { name })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(button().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
})

test('the form’s own message replaces the usual one', () => {
  renderUi(<SubmitButton status="fail" message="Login unsuccessful, please check your details and try again." />)
  expect(screen.getByRole('alert').textContent).toBe('Login unsuccessful, please check your details and try again.')
})
