import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})
// How long a test waits for what will come; a busy machine takes longer than the second that is usual.
configure({ asyncUtilTimeout: 15_000 })

// What jsdom leaves out and Mantine asks for.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null, addListener: () => {}, removeListener: () => {} })

function StillObserver() {
  return { observe: () => {}, unobserve: () => {}, disconnect: () => {} }
}
window.ResizeObserver = StillObserver as unknown as typeof ResizeObserver

window.HTMLElement.prototype.scrollIntoView = () => {}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
