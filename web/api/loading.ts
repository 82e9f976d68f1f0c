import { useSyncExternalStore } from 'react'

/** How many requests are on their way, and whether the page has failed as a whole. */
let active = 0
let hasFailed = false
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Counts a request in; the answer counts it out again. */
export function beginLoading(): () => void {
  active += 1
  tell()
  return () => {
    active -= 1
    tell()
  }
}

/** While a global error stands, nothing shows as loading. */
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
