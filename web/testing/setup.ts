import { notifications } from '@mantine/notifications'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  onlineManager.setOnline(true)
  localStorage.clear()
  sessionStorage.clear()
  // Toasts wait for a host, which the next file of the worker may render.
  notifications.clean()
  notifications.cleanQueue()
})
// Longer than the default of one second, for busy machines.
configure({ asyncUtilTimeout: 15_000 })

// Browser APIs that Mantine needs and jsdom lacks.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null, addListener: () => {}, removeListener: () => {} })

function StillObserver() {
  return { observe: () => {}, unobserve: () => {}, disconnect: () => {} }
}
window.ResizeObserver = StillObserver as unknown as typeof ResizeObserver
window.IntersectionObserver = StillObserver as unknown as typeof IntersectionObserver

window.HTMLElement.prototype.scrollIntoView = () => {}

// A request that no test foresees, such as one a finished test started late, is answered: a failure would count as a lost connection.
globalThis.fetch = async () => new Response('{}', { status: 404 })
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
