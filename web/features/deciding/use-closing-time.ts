import { useEffect } from 'react'
import { useCache } from '#web/api/cache-rules.ts'
import { acts } from '#web/api/facts.ts'

const day = 24 * 60 * 60 * 1_000
/** The server's clock decides; a moment later it surely has. */
const moment = 1_000

/** Reads the circle again when a closing date passes while the page is open, so that what is frozen also looks it. */
export function useClosingTime(circleId: string, closesAt: string | null, isClosed: boolean): void {
  const cache = useCache()
  useEffect(() => {
    const left = closesAt === null || isClosed ? Number.POSITIVE_INFINITY : Date.parse(closesAt) - Date.now()
    if (left > day) return
    const timer = setTimeout(() => void cache.invalidate(acts.voteClosed(circleId)), Math.max(0, left) + moment)
    return () => clearTimeout(timer)
  }, [cache, circleId, closesAt, isClosed])
}
