import { useSyncExternalStore } from 'react'

let active = 0
let hasFailed = false
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Counts a request as pending; call the returned function when it has ended. */
export function beginLoading(): () => void {
  active += 1
  tell()
  return () => {
    active -= 1
    tell()
  }
}

/** False while a global error is shown. */
export function setGlobalError(failed: boolean): void {
  hasFailed = failed
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useIsLoading = (): boolean => useSyncExternalStore(subscribe, () => active > 0 && !hasFailed)
