import { onlineManager } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OfflineFailure } from '#web/shared/waiting/offline-failure.tsx'
import { renderUi } from '#web/testing/render-ui.tsx'
import { asOfWords } from './as-of.tsx'
import { OfflineBar } from './offline-bar.tsx'

test('the bar is announced at once when the line is lost, and leaves two seconds after it is back', () => {
  vi.useFakeTimers()
  renderUi(<OfflineBar> 1 vote waits to be sent.</OfflineBar>)
  const bar = screen.getByRole('status')
  expect(bar.textContent).toBe('')
  act(() => onlineManager.setOnline(false))
  expect(bar.textContent).toBe('You are offline. 1 vote waits to be sent.')
  act(() => onlineManager.setOnline(true))
  act(() => void vi.advanceTimersByTime(1_900))
  expect(bar.textContent).toMatch(/^You are back\./)
  // Lost again meanwhile, it stays.
  act(() => onlineManager.setOnline(false))
  act(() => void vi.advanceTimersByTime(5_000))
  expect(bar.textContent).toMatch(/^You are offline\./)
  act(() => onlineManager.setOnline(true))
  act(() => void vi.advanceTimersByTime(2_000))
  expect(bar.textContent).toBe('')
})

test('a page says of when it is', () => {
  const now = new Date('2026-11-18T16:30:00.000Z')
  expect(asOfWords(new Date('2026-11-18T15:42:00.000Z'), now, 'America/Denver')).toBe('As of today, 8:42 AM MST')
  expect(asOfWords(new Date('2026-11-18T03:05:00.000Z'), now, 'America/Denver')).toBe('As of Nov 17, 2026, 8:05 PM MST')
})

test('a page that was never opened says so, and is tried again by itself when the line is back', () => {
  const retry = vi.fn()
  onlineManager.setOnline(false)
  renderUi(<OfflineFailure onRetry={retry} />)
  screen.getByRole('heading', { level: 1, name: 'You are offline' })
  screen.getByText('This page has not been opened on this device before.')
  act(() => onlineManager.setOnline(true))
  expect(retry).toHaveBeenCalledOnce()
})
