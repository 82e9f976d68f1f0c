import { type KeyboardEvent, useRef } from 'react'

const resetAfter = 350

/** Typing in an open menu moves to the item that begins so; what was typed is forgotten after a short rest. */
export function useMenuTypeAhead(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ text: '', at: 0 })
  return (event) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    // Ours alone: the menu's own type-ahead rests longer.
    event.preventDefault()
    const before = event.timeStamp - typed.current.at < resetAfter ? typed.current.text : ''
    const text = before + event.key.toLowerCase()
    typed.current = { text, at: event.timeStamp }
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-menu-item]:not([data-disabled])')]
    const current = items.indexOf(document.activeElement as HTMLElement)
    // A first letter looks beyond the current item, so that pressing it again goes on to the next.
    const start = before === '' ? current + 1 : Math.max(current, 0)
    const inOrder = [...items.slice(start), ...items.slice(0, start)]
    inOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(text))?.focus()
  }
}
