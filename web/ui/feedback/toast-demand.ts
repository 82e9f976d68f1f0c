import { useSyncExternalStore } from 'react'

let isWanted = false
const listeners = new Set<() => void>()

/** The first toast brings the code that shows toasts; a page without news never loads it. */
export function demandToasts() {
  if (isWanted) return
  isWanted = true
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useToastsDemanded = () => useSyncExternalStore(subscribe, () => isWanted)
