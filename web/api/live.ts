import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { markStale } from './cache-rules.ts'
import { circleFacts, type Facts } from './facts.ts'
import { lists, startWatching, stopWatching } from './watches.ts'

const factsOfWatch = (watched: string): Facts => (watched === lists ? ['circle-lists'] : circleFacts(watched))

function useWatch(watched: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    startWatching(watched)
    return () => {
      // No event will report its changes any more.
      if (stopWatching(watched)) markStale(queryClient, factsOfWatch(watched))
    }
  }, [watched, queryClient])
}

/** Subscribes to a circle's events while a screen shows it, for people who are not members. */
export const useWatchCircle = (circleId: string): void => useWatch(circleId)

/** Subscribes to events of circle lists while a screen shows one. */
export const useWatchLists = (): void => useWatch(lists)

/** For signed-in people only; visitors get no live updates, and do not load what reads them. */
export function useLive(userId: string | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!userId) return
    let isOver = false
    let stop = () => {}
    // If it cannot be loaded, the page is reloaded (missing-chunks.ts).
    void import('./live-stream.ts').then(
      ({ startLive }) => {
        if (!isOver) stop = startLive(queryClient)
      },
      () => {},
    )
    return () => {
      isOver = true
      stop()
    }
  }, [userId, queryClient])
}
