import { useEffect } from 'react'

/** After the page has loaded what it shows. */
const delay = 3_000

/** Loads a chunk before it is needed, because it cannot be loaded when there is no connection. A failure shows when it is needed. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), delay)
    return () => clearTimeout(timer)
  }, [load])
}
