import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** An address of our server that answers without the database. */
const checkedAddress = '/healthz'
const checkTimeout = 5_000
const firstDelay = 1_000
const longestDelay = 30_000

let delay = firstDelay
let timer: ReturnType<typeof setTimeout> | undefined
let check: Promise<boolean> | null = null

/** Whether our server can be reached. TanStack Query refetches what is on screen when this becomes true again. */
export const isOnline = (): boolean => onlineManager.isOnline()

/** Returns a function that stops it. */
export const onConnectionChange = (listener: (online: boolean) => void): (() => void) => onlineManager.subscribe(listener)

export const useIsOnline = (): boolean => useSyncExternalStore(onConnectionChange, isOnline)

function setConnection(online: boolean): void {
  clearTimeout(timer)
  if (online) delay = firstDelay
  else {
    timer = setTimeout(() => {
      if (!isOnline()) void checkConnection()
    }, delay)
    delay = Math.min(delay * 2, longestDelay)
  }
  onlineManager.setOnline(online)
}

async function ask(): Promise<boolean> {
  try {
    // Any answer will do: a server that is overloaded can be reached.
    await fetch(checkedAddress, { cache: 'no-store', signal: AbortSignal.timeout(checkTimeout) })
    return true
  } catch {
    return false
  }
}

/** Asks the server, because the browser knows only whether it has a network. While offline it is asked again, at growing intervals. */
export function checkConnection(): Promise<boolean> {
  check ??= ask()
    .then((isReached) => {
      setConnection(isReached)
      return isReached
    })
    .finally(() => {
      check = null
    })
  return check
}

/** Resolves at once while online, else when the connection is back or the signal aborts. */
export function whenOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (isOnline() || signal.aborted) return resolve()
    const stop = onConnectionChange((online) => online && end())
    const end = () => {
      stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
  })
}

/** Follows the browser's events. Called once, when the page starts. */
export function watchConnection(): void {
  onlineManager.setEventListener(() => {
    const lost = () => setConnection(false)
    const found = () => void checkConnection()
    const looked = () => {
      if (!isOnline() && document.visibilityState === 'visible') found()
    }
    window.addEventListener('offline', lost)
    window.addEventListener('online', found)
    document.addEventListener('visibilitychange', looked)
    // A server on this machine can be reached without a network.
    if (!navigator.onLine) found()
    return () => {
      window.removeEventListener('offline', lost)
      window.removeEventListener('online', found)
      document.removeEventListener('visibilitychange', looked)
    }
  })
}
