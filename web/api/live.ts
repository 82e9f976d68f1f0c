import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveTopic } from '#contract/live.ts'
import { makeStale } from './cache-rules.ts'
import { type Facts, factsAfterGap, factsBeforeStream, factsOfLiveEvent } from './facts.ts'
import { readEvents } from './live-events.ts'
import { fetchWithSession } from './session-fetch.ts'
import { readToken } from './token.ts'

const channelName = 'arcstead-live'
const pauseAfterBreak = 1_000

/** What the tabs of one browser tell each other. The tab that holds the lock reads the stream for all of them. */
type Message =
  | { readonly kind: 'watching'; readonly tab: string; readonly circles: readonly string[] }
  | { readonly kind: 'who-watches' }
  | { readonly kind: 'changed'; readonly facts: Facts }

const tab = crypto.randomUUID?.() ?? String(Math.random())
const ownWatches = new Map<string, number>()
const ownCircles = () => [...ownWatches.keys()]

let announce: () => void = () => {}

/** Follows a circle that one is not (yet) a member of, while a screen shows it. */
export function useWatchCircle(circleId: string): void {
  useEffect(() => {
    ownWatches.set(circleId, (ownWatches.get(circleId) ?? 0) + 1)
    announce()
    return () => {
      const left = (ownWatches.get(circleId) ?? 1) - 1
      if (left > 0) ownWatches.set(circleId, left)
      else ownWatches.delete(circleId)
      announce()
    }
  }, [circleId])
}

/** Keeps what is on screen in step with the server while someone is signed in. Answers with the function that ends it. */
function startLive(queryClient: QueryClient): () => void {
  const ending = new AbortController()
  const channel = new BroadcastChannel(channelName)
  const others = new Map<string, readonly string[]>()
  let restart: () => void = () => {}

  const tell = (message: Message) => {
    channel.postMessage(message)
    receive(message)
  }
  const receive = (message: Message) => {
    if (message.kind === 'changed') void makeStale(queryClient, message.facts)
    else if (message.kind === 'who-watches') announce()
    else if (message.tab !== tab) {
      others.set(message.tab, message.circles)
      restart()
    }
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data)
  announce = () => {
    channel.postMessage({ kind: 'watching', tab, circles: ownCircles() } satisfies Message)
    restart()
  }

  const read = async (): Promise<void> => {
    let after: string | null = null
    channel.postMessage({ kind: 'who-watches' } satisfies Message)
    while (!ending.signal.aborted && readToken()) {
      const turn = new AbortController()
      const signal = AbortSignal.any([ending.signal, turn.signal])
      const circles = [...new Set([...ownCircles(), ...[...others.values()].flat()])].sort().slice(0, 20)
      restart = () => {
        const wanted = [...new Set([...ownCircles(), ...[...others.values()].flat()])].sort().slice(0, 20)
        if (wanted.join() !== circles.join()) turn.abort()
      }
      const query = new URLSearchParams([...circles.map((circle) => ['circle', circle]), ...(after ? [['after', after]] : [])])
      try {
        const response = await fetchWithSession(`/api/app/stream?${query}`, { signal, headers: { accept: 'text/event-stream' } })
        if (response.status === 401) return
        if (response.ok && response.body) {
          for await (const event of readEvents(response.body)) {
            const data = JSON.parse(event.data) as { circle?: string | null; isResumed?: boolean }
            if (event.name !== 'ready') tell({ kind: 'changed', facts: factsOfLiveEvent(event.name as LiveTopic, data.circle ?? null) })
            else if (!data.isResumed) tell({ kind: 'changed', facts: after === null ? factsBeforeStream : factsAfterGap })
            if (event.id) after = event.id
          }
        }
      } catch {
        // A break, a change of what is watched, or the end: the loop decides.
      }
      if (!turn.signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseAfterBreak))
    }
  }
  // One tab reads; when it closes, the lock falls to the next.
  void navigator.locks?.request(channelName, { signal: ending.signal }, read).catch(() => {})
  return () => {
    ending.abort()
    announce = () => {}
    channel.close()
  }
}

/** Live pages for the signed-in person; a visitor's pages stay as they were read. */
export function useLive(userId: string | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => (userId ? startLive(queryClient) : undefined), [userId, queryClient])
}
