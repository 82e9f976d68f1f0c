import { useEffect } from 'react'
import { useCache } from '#web/api/cache-rules.ts'
import { acts } from '#web/api/facts.ts'

const day = 24 * 60 * 60 * 1_000
/** The server's clock decides, so the refetch waits a moment longer. */
const moment = 1_000

/** Refetches the circle when a closing date passes while the page is open. */
export function useClosingTime(circleId: string, closesAt: string | null, isClosed: boolean): void {
  const cache = useCache()
  useEffect(() => {
    const left = closesAt === null || isClosed ? Number.POSITIVE_INFINITY : Date.parse(closesAt) - Date.now()
    if (left > day) return
    const timer = setTimeout(() => void cache.invalidate(acts.voteClosed(circleId)), Math.max(0, left) + moment)
    return () => clearTimeout(timer)
  }, [cache, circleId, closesAt, isClosed])
}
