import { useEffect } from 'react'
import { useCache } from '#web/api/cache-rules.ts'
import type { Facts } from '#web/api/facts.ts'

const day = 24 * 60 * 60 * 1_000
/** The server's clock decides, so the refetch waits a moment longer. */
const moment = 1_000

type Closing = {
  readonly circleId: string
  readonly closesAt: string | null
  readonly isClosed: boolean
  /** What changes at closing. */
  readonly act: (circleId: string) => Facts
}

/** Refetches when a closing date passes while the page is open. */
export function useClosingTime({ circleId, closesAt, isClosed, act }: Closing): void {
  const cache = useCache()
  useEffect(() => {
    const left = closesAt === null || isClosed ? Number.POSITIVE_INFINITY : Date.parse(closesAt) - Date.now()
    if (left > day) return
    const timer = setTimeout(() => void cache.invalidate(act(circleId)), Math.max(0, left) + moment)
    return () => clearTimeout(timer)
  }, [cache, circleId, closesAt, isClosed, act])
}
