import { useSyncExternalStore } from 'react'

let isWanted = false
const listeners = new Set<() => void>()

/** Loads the toast code with the first toast; pages without toasts never load it. */
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
