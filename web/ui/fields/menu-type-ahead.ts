import { type KeyboardEvent, useRef } from 'react'

const resetAfter = 350

/** Typing in an open menu focuses the item that starts with the typed text, which is reset after a short pause. */
export function useMenuTypeAhead(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ text: '', at: 0 })
  return (event) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    // Stop here: the menu's built-in type-ahead has a longer pause.
    event.preventDefault()
    const before = event.timeStamp - typed.current.at < resetAfter ? typed.current.text : ''
    const text = before + event.key.toLowerCase()
    typed.current = { text, at: event.timeStamp }
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-menu-item]:not([data-disabled])')]
    const current = items.indexOf(document.activeElement as HTMLElement)
    // A single letter searches after the current item, so that repeating it moves on.
    const start = before === '' ? current + 1 : Math.max(current, 0)
    const inOrder = [...items.slice(start), ...items.slice(0, start)]
    inOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(text))?.focus()
  }
}
