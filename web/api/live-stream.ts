import type { QueryClient } from '@tanstack/react-query'
import type { LiveChange, LiveEventName, LiveReady } from '#contract/live.ts'
import { mostWatchedCircles } from '#domain/live.ts'
import { invalidateFacts } from './cache-rules.ts'
import { checkConnection, whenOnline } from './connection.ts'
import { acts, type Fact, type Facts, factsAfterGap, factsBeforeStream, factsOfLiveEvent } from './facts.ts'
import { readEvents } from './live-events.ts'
import { fetchWithSession } from './session-fetch.ts'
import { readToken } from './token.ts'
import { announceTo, lists, ownWatched } from './watches.ts'

const channelName = 'arcstead-live'
const reconnectDelay = 1_000
/** One act causes several events; events within this time invalidate queries once. */
const batchMilliseconds = 100

/** Messages between the tabs of one browser. The tab that holds the lock reads the stream for all of them. */
type Message =
  | { readonly kind: 'watching'; readonly tab: string; readonly watched: readonly string[] }
  | { readonly kind: 'who-watches' }
  | { readonly kind: 'changed'; readonly facts: Facts }

const tab = crypto.randomUUID?.() ?? String(Math.random())

const queryOf = (watched: readonly string[], after: string | null): URLSearchParams =>
  new URLSearchParams([
    ...watched.map((each) => (each === lists ? ['list', 'true'] : ['circle', each])),
    ...(after ? [['after', after]] : []),
  ])

/** What a new stream's first event invalidates. A watched circle that is absent was hidden or deleted before the stream opened. */
function factsOfReady({ circles, isResumed }: LiveReady, watched: readonly string[], isFirst: boolean): Facts {
  const absent = watched.filter((each) => each !== lists && !circles.includes(each.toLowerCase()))
  const missed = isFirst ? factsBeforeStream : factsAfterGap
  return [...(isResumed ? [] : missed), ...absent.flatMap(acts.circleEdited)]
}

/** Invalidates queries on server events. Returns a function that stops it. */
export function startLive(queryClient: QueryClient): () => void {
  const stopping = new AbortController()
  const channel = new BroadcastChannel(channelName)
  const others = new Map<string, readonly string[]>()
  let restart: () => void = () => {}
  const batch = new Set<Fact>()
  let batchTimer: ReturnType<typeof setTimeout> | undefined

  const invalidateInBatch = (facts: Facts) => {
    for (const fact of facts) batch.add(fact)
    batchTimer ??= setTimeout(() => {
      batchTimer = undefined
      const changed = [...batch]
      batch.clear()
      void invalidateFacts(queryClient, changed)
    }, batchMilliseconds)
  }
  const broadcast = (message: Message) => {
    channel.postMessage(message)
    receive(message)
  }
  const receive = (message: Message) => {
    if (message.kind === 'changed') invalidateInBatch(message.facts)
    else if (message.kind === 'who-watches') announce()
    else if (message.tab !== tab) {
      others.set(message.tab, message.watched)
      restart()
    }
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data)
  const announce = () => {
    channel.postMessage({ kind: 'watching', tab, watched: ownWatched() } satisfies Message)
    restart()
  }
  announceTo(announce)

  // Lists first, because the server limits the number of circles.
  const watchedByAll = (): string[] => {
    const all = new Set([...ownWatched(), ...[...others.values()].flat()])
    const circles = [...all].filter((each) => each !== lists).sort()
    return [...(all.has(lists) ? [lists] : []), ...circles.slice(0, mostWatchedCircles)]
  }

  const read = async (): Promise<void> => {
    let after: string | null = null
    channel.postMessage({ kind: 'who-watches' } satisfies Message)
    while (!stopping.signal.aborted && readToken()) {
      const connection = new AbortController()
      const signal = AbortSignal.any([stopping.signal, connection.signal])
      const watched = watchedByAll()
      restart = () => {
        if (watchedByAll().join() !== watched.join()) connection.abort()
      }
      try {
        const response = await fetchWithSession(`/api/app/stream?${queryOf(watched, after)}`, {
          signal,
          headers: { accept: 'text/event-stream' },
        })
        if (response.status === 401) return
        if (response.ok && response.body) {
          for await (const event of readEvents(response.body)) {
            const data: unknown = JSON.parse(event.data)
            const facts =
              event.name === 'ready'
                ? factsOfReady(data as LiveReady, watched, after === null)
                : factsOfLiveEvent(event.name as LiveEventName, (data as LiveChange).circle)
            broadcast({ kind: 'changed', facts })
            if (event.id) after = event.id
          }
        }
      } catch (error) {
        // Connection lost, subscriptions changed, or stopped: the loop condition decides what is next.
        if (error instanceof TypeError && !signal.aborted) await checkConnection()
      }
      if (!connection.signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectDelay))
      await whenOnline(stopping.signal)
    }
  }
  // One tab reads the stream; when it closes, the lock goes to another tab.
  void navigator.locks?.request(channelName, { signal: stopping.signal }, read).catch(() => {})
  return () => {
    stopping.abort()
    clearTimeout(batchTimer)
    announceTo(() => {})
    channel.close()
  }
}
