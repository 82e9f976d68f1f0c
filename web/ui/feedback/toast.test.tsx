import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { toast } from './toast.tsx'
import { ToastHost } from './toast-host.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => vi.runAllTimers())
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const gone = 500 // duration of the fade-out

test('closes after one second', () => {
  renderUi(<ToastHost />)
  act(() => void toast.success('User verified'))
  pass(900)
  expect(screen.getByText('User verified')).toBeDefined()
  pass(100)
  pass(gone)
  expect(screen.queryByText('User verified')).toBeNull()
})

test('stays for the given duration', () => {
  renderUi(<ToastHost />)
  act(() => void toast.warning('Failed to send welcome email.', { duration: 10_000 }))
  pass(9_500)
  expect(screen.getByText('Failed to send welcome email.')).toBeDefined()
  pass(500)
  pass(gone)
  expect(screen.queryByText('Failed to send welcome email.')).toBeNull()
})

test('stays while it is hovered or focused', () => {
  renderUi(<ToastHost />)
  act(() => void toast.error('Failed to delete circle'))
  pass(gone)
  const dismiss = screen.getByRole('button', { name: 'Dismiss' })
  act(() => dismiss.focus())
  pass(30_000)
  expect(screen.getByText('Failed to delete circle')).toBeDefined()
  fireEvent.mouseEnter(screen.getByRole('alert'))
  act(() => dismiss.blur())
  pass(30_000)
  expect(screen.getByText('Failed to delete circle')).toBeDefined()
  fireEvent.mouseLeave(screen.getByRole('alert'))
  pass(1000)
  pass(gone)
  expect(screen.queryByText('Failed to delete circle')).toBeNull()
})

test('can be dismissed', () => {
  renderUi(<ToastHost />)
  act(() => void toast.success('User verified', { duration: 10_000 }))
  pass(gone)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  pass(gone)
  expect(screen.queryByText('User verified')).toBeNull()
})

test('failures are announced assertively, successes politely', () => {
  renderUi(<ToastHost />)
  act(() => {
    toast.success('User verified')
    toast.error('Failed to verify user')
  })
  expect(screen.getByRole('status').textContent).toBe('User verified')
  expect(screen.getByRole('alert').textContent).toBe('Failed to verify user')
})
