import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// What jsdom leaves out and Mantine asks for.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), { matches: false, media: query, onchange: null, addListener: () => {}, removeListener: () => {} })

function StillObserver() {
  return { observe: () => {}, unobserve: () => {}, disconnect: () => {} }
}
window.ResizeObserver = StillObserver as unknown as typeof ResizeObserver

window.HTMLElement.prototype.scrollIntoView = () => {}
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
