import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { ActionButton } from './action-button.tsx'

// React logs thrown errors, which these tests cause on purpose.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('a button without an action throws', () => {
  expect(() => renderUi(<ActionButton>Save</ActionButton>)).toThrow('"Save" has no click handler')
})

test('a click handler, the type submit, a path or an address is enough', () => {
  renderUi(
    <MemoryRouter>
      <ActionButton onClick={() => {}}>Click</ActionButton>
      <ActionButton type="submit">Send</ActionButton>
      <ActionButton to="/dashboard">Inside</ActionButton>
      <ActionButton href="https://example.com">Outside</ActionButton>
    </MemoryRouter>,
  )
  expect(screen.getByRole('button', { name: 'Click' }).getAttribute('type')).toBe('button')
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('type')).toBe('submit')
  expect(screen.getByRole('link', { name: 'Inside' }).getAttribute('href')).toBe('/dashboard')
  expect(screen.getByRole('link', { name: 'Outside' }).getAttribute('rel')).toBe('noopener noreferrer')
})

test('a disabled link is a disabled button', () => {
  renderUi(
    <ActionButton to="/dashboard" disabled>
      Inside
    </ActionButton>,
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Inside' }).disabled).toBe(true)
})
