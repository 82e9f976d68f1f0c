import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEventName } from '#contract/live.ts'
import { makeStale } from './cache-rules.ts'
import { type Fact, type Facts, factsAfterGap, factsBeforeStream, factsOfLiveEvent } from './facts.ts'
import { readEvents } from './live-events.ts'
import { fetchWithSession } from './session-fetch.ts'
import { readToken } from './token.ts'

const channelName = 'arcstead-live'
const pauseAfterBreak = 1_000
/** One act is told as several events; what they make stale is read once. */
const gatherFor = 100
/** Stands among the watched circles for the lists of circles. */
const lists = 'lists'

/** What the tabs of one browser tell each other. The tab that holds the lock reads the stream for all of them. */
type Message =
  | { readonly kind: 'watching'; readonly tab: string; readonly watched: readonly string[] }
  | { readonly kind: 'who-watches' }
  | { readonly kind: 'changed'; readonly facts: Facts }

const tab = crypto.randomUUID?.() ?? String(Math.random())
const ownWatches = new Map<string, number>()
const ownWatched = () => [...ownWatches.keys()]

let announce: () => void = () => {}

function useWatch(watched: string): void {
  useEffect(() => {
    ownWatches.set(watched, (ownWatches.get(watched) ?? 0) + 1)
    announce()
    return () => {
      const left = (ownWatches.get(watched) ?? 1) - 1
      if (left > 0) ownWatches.set(watched, left)
      else ownWatches.delete(watched)
      announce()
    }
  }, [watched])
}

/** Follows a circle that one is not (yet) a member of, while a screen shows it. */
export const useWatchCircle = (circleId: string): void => useWatch(circleId)

/** Follows what lists of circles show, while a screen shows one. */
export const useWatchLists = (): void => useWatch(lists)

const queryOf = (watched: readonly string[], after: string | null): URLSearchParams =>
  new URLSearchParams([
    ...watched.map((each) => (each === lists ? ['list', 'true'] : ['circle', each])),
    ...(after ? [['after', after]] : []),
  ])

/** Keeps what is on screen in step with the server while someone is signed in. Answers with the function that ends it. */
function startLive(queryClient: QueryClient): () => void {
  const ending = new AbortController()
  const channel = new BroadcastChannel(channelName)
  const others = new Map<string, readonly string[]>()
  let restart: () => void = () => {}
  const gathered = new Set<Fact>()
  let gathering: ReturnType<typeof setTimeout> | undefined

  const gather = (facts: Facts) => {
    for (const fact of facts) gathered.add(fact)
    gathering ??= setTimeout(() => {
      gathering = undefined
      const changed = [...gathered]
      gathered.clear()
      void makeStale(queryClient, changed)
    }, gatherFor)
  }
  const tell = (message: Message) => {
    channel.postMessage(message)
    receive(message)
  }
  const receive = (message: Message) => {
    if (message.kind === 'changed') gather(message.facts)
    else if (message.kind === 'who-watches') announce()
    else if (message.tab !== tab) {
      others.set(message.tab, message.watched)
      restart()
    }
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data)
  announce = () => {
    channel.postMessage({ kind: 'watching', tab, watched: ownWatched() } satisfies Message)
    restart()
  }

  // Lists first, as the server takes no more than twenty circles.
  const watchedByAll = (): string[] => {
    const all = new Set([...ownWatched(), ...[...others.values()].flat()])
    const circles = [...all].filter((each) => each !== lists).sort()
    return [...(all.has(lists) ? [lists] : []), ...circles.slice(0, 20)]
  }

  const read = async (): Promise<void> => {
    let after: string | null = null
    channel.postMessage({ kind: 'who-watches' } satisfies Message)
    while (!ending.signal.aborted && readToken()) {
      const turn = new AbortController()
      const signal = AbortSignal.any([ending.signal, turn.signal])
      const watched = watchedByAll()
      restart = () => {
        if (watchedByAll().join() !== watched.join()) turn.abort()
      }
      try {
        const response = await fetchWithSession(`/api/app/stream?${queryOf(watched, after)}`, {
          signal,
          headers: { accept: 'text/event-stream' },
        })
        if (response.status === 401) return
        if (response.ok && response.body) {
          for await (const event of readEvents(response.body)) {
            const data = JSON.parse(event.data) as { circle?: string | null; isResumed?: boolean }
            if (event.name !== 'ready') tell({ kind: 'changed', facts: factsOfLiveEvent(event.name as LiveEventName, data.circle ?? null) })
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
    clearTimeout(gathering)
    announce = () => {}
    channel.close()
  }
}

/** Live pages for the signed-in person; a visitor's pages stay as they were read. */
export function useLive(userId: string | undefined): void {
  const queryClient = useQueryClient()
  useEffect(() => (userId ? startLive(queryClient) : undefined), [userId, queryClient])
}
