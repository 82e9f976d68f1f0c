import type { Readable } from 'node:stream'
import { Refusal } from '#contract/errors.ts'
import type { Database } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { LiveEvent, LiveFeed } from '#server/shared/live/live-feed.ts'
import { openSse, type Sse } from './sse.ts'
import {
  isOverseer,
  isSessionLive,
  listTopics,
  readBacklog,
  readWatchedCircles,
  receives,
  type Watch,
  type Watched,
} from './watched.store.ts'

type Stream = {
  readonly actor: Actor
  readonly watch: Watch
  readonly sse: Sse
  readonly openedAt: number
  /** Null while they are being read; events in the meantime are buffered. */
  watched: Watched | null
  /** Read again together with the circles: rights may have been withdrawn. */
  isOverseer: boolean
  buffered: LiveEvent[]
}

type Streams = {
  open(actor: Actor, watch: Watch, after: string | undefined): Promise<Readable>
  close(): void
}

const beatEvery = 15_000
/** Streams end after this time; the page reconnects with fresh tokens and resumes, so that no stream stays open on outdated rights. */
const longestLife = 30 * 60_000
const mostPerPerson = 20
/** Pages with lists refetch at most this often, in milliseconds. */
const listsAtMostEvery = 2_000

/** Sends the first change at once and those that follow together. */
function throttled(send: (from: string) => void) {
  let sentAt = 0
  let timer: NodeJS.Timeout | undefined
  const sendNow = (from: string): void => {
    timer = undefined
    sentAt = Date.now()
    send(from)
  }
  return {
    changed: ({ from }: LiveEvent): void => {
      const wait = sentAt + listsAtMostEvery - Date.now()
      if (wait <= 0 && !timer) sendNow(from)
      // The first change's `from` for all that follow: a position that is too early only repeats events.
      else timer ??= setTimeout(() => sendNow(from), wait)
    },
    stop: (): void => clearTimeout(timer),
  }
}

/** The open streams of this process. */
export function createStreams(db: Database, live: LiveFeed): Streams {
  const streams = new Set<Stream>()

  const endAll = (): void => {
    for (const { sse } of streams) sse.end()
  }

  const take = (stream: Stream, event: LiveEvent): void => {
    if (!stream.watched) {
      stream.buffered.push(event)
      return
    }
    const isOwn = event.person === stream.actor.id
    if (!isOwn && !(event.circle !== null && receives(stream.watched, event.circle, event.topic))) return
    stream.sse.change(event)
    // Their membership changed, or a circle that they only view may have been hidden.
    if (isOwn || (event.topic === 'circle' && stream.watch.circles.length > 0)) void readCirclesAgain(stream)
  }

  const setWatched = (stream: Stream, watched: Watched, sentIds: ReadonlySet<number>): void => {
    stream.watched = watched
    for (const event of stream.buffered.splice(0)) if (!sentIds.has(event.id)) take(stream, event)
  }

  const readCirclesAgain = async (stream: Stream): Promise<void> => {
    stream.watched = null
    try {
      stream.isOverseer = await isOverseer(db, stream.actor)
      setWatched(stream, await readWatchedCircles(db, stream.actor, stream.watch), new Set())
    } catch {
      // The database is unavailable: the page reconnects and gets what it missed.
      stream.sse.end()
    }
  }

  const register = (actor: Actor, watch: Watch): Stream => {
    const sse = openSse(() => streams.delete(stream))
    const stream: Stream = { actor, watch, sse, openedAt: Date.now(), watched: null, isOverseer: false, buffered: [] }
    const same = [...streams].filter((other) => other.actor.id === actor.id)
    // Removed at once: a stream that is slow to close must not be counted, or a burst would exceed the limit.
    for (const oldest of same.slice(0, Math.max(0, same.length - mostPerPerson + 1))) {
      streams.delete(oldest)
      oldest.sse.end()
    }
    streams.add(stream)
    return stream
  }

  const start = async (stream: Stream, after: string | undefined): Promise<void> => {
    const { actor, watch, sse } = stream
    if (!(await isSessionLive(db, actor))) throw new Refusal('session_ended')
    const watched = await readWatchedCircles(db, actor, watch)
    stream.isOverseer = await isOverseer(db, actor)
    const { from, isResumed, missed } = await readBacklog(db, actor, { watched, list: watch.list, oversight: stream.isOverseer }, after)
    sse.ready(from, [...watched.circles], isResumed)
    for (const change of missed) sse.change(change)
    setWatched(stream, watched, new Set(missed.map((change) => change.id)))
  }

  const lists = throttled((from) => {
    for (const { watch, sse } of streams) if (watch.list) sse.change({ from, circle: null, topic: 'list' })
  })
  const oversight = throttled((from) => {
    for (const { isOverseer, sse } of streams) if (isOverseer) sse.change({ from, circle: null, topic: 'oversight' })
  })

  const forget = live.listen({
    onEvent: (event) => {
      for (const stream of streams) take(stream, event)
      if (listTopics.includes(event.topic)) lists.changed(event)
      if (event.topic === 'oversight') oversight.changed(event)
    },
    onSessionEnd: (sessionId) => {
      for (const { actor, sse } of streams) if (actor.sessionId === sessionId) sse.end()
    },
    onLost: endAll,
  })
  const heartbeat = setInterval(() => {
    const oldest = Date.now() - longestLife
    for (const { sse, openedAt } of streams) openedAt < oldest ? sse.end() : sse.beat()
  }, beatEvery)
  heartbeat.unref()

  return {
    open: async (actor, watch, after) => {
      if (!live.isOpen()) throw new Refusal('database_away', { retryAfter: 1 })
      const stream = register(actor, watch)
      try {
        await start(stream, after)
      } catch (error) {
        stream.sse.body.destroy()
        throw error
      }
      return stream.sse.body
    },
    close: () => {
      forget()
      clearInterval(heartbeat)
      lists.stop()
      oversight.stop()
      endAll()
    },
  }
}
