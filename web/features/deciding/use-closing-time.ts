import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { circleKey } from '#web/api/circles.ts'

const day = 24 * 60 * 60 * 1_000
/** The server's clock decides; a moment later it surely has. */
const moment = 1_000

/** Reads the circle again when a closing date passes while the page is open, so that what is frozen also looks it. */
export function useClosingTime(circleId: string, closesAt: string | null, isClosed: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const left = closesAt === null || isClosed ? Number.POSITIVE_INFINITY : Date.parse(closesAt) - Date.now()
    if (left > day) return
    const timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: circleKey(circleId) }), Math.max(0, left) + moment)
    return () => clearTimeout(timer)
  }, [queryClient, circleId, closesAt, isClosed])
}
