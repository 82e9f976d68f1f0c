import pg from 'pg'
import { z } from 'zod'
import { liveTopics } from '#contract/live.ts'
import { liveChannel } from './publish.ts'

const liveEvent = z.object({
  id: z.number(),
  from: z.string(),
  circle: z.string().nullable(),
  topic: z.enum(liveTopics),
  person: z.string().nullable(),
})
export type LiveEvent = z.infer<typeof liveEvent>

const message = z.union([liveEvent, z.object({ session: z.string() })])

function read(payload: string | undefined): z.infer<typeof message> | null {
  try {
    return message.parse(JSON.parse(payload ?? ''))
  } catch {
    // Every database client may send on the channel, so the payload is not trusted.
    return null
  }
}

export type LiveListener = {
  readonly onEvent?: (event: LiveEvent) => void
  readonly onSessionEnd?: (sessionId: string) => void
  /** The database connection broke: events may have been missed from now on. */
  readonly onLost?: () => void
}

export type LiveFeed = {
  /** Whether events published now would be received. */
  readonly isOpen: () => boolean
  listen(listener: LiveListener): () => void
  close(): Promise<void>
}

const checkEvery = 10_000
const waits = { first: 100, longest: 2_000 }

/** The process's single LISTEN connection; reconnects forever. */
export async function openLiveFeed(url: string, log: (error: unknown) => void = () => {}): Promise<LiveFeed> {
  const listeners = new Set<LiveListener>()
  let current: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const onNotification = ({ payload }: pg.Notification): void => {
    const received = read(payload)
    if (!received) return
    for (const listener of listeners) {
      if ('session' in received) listener.onSessionEnd?.(received.session)
      else listener.onEvent?.(received)
    }
  }

  const onConnectionLost = (client: pg.Client): void => {
    if (current !== client) return
    current = null
    client.removeAllListeners('notification')
    client.end().catch(() => {})
    for (const listener of listeners) listener.onLost?.()
    if (!isClosed) scheduleReconnect(waits.first)
  }

  const scheduleReconnect = (wait: number): void => {
    retry = setTimeout(() => open().catch(() => isClosed || scheduleReconnect(Math.min(wait * 2, waits.longest))), wait)
    retry.unref()
  }

  const open = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'arcstead-live',
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
    })
    client.on('error', () => {})
    client.on('notification', onNotification)
    client.once('end', () => onConnectionLost(client))
    try {
      await client.connect()
      await client.query(`listen ${liveChannel}`)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    if (isClosed) await client.end()
    else current = client
  }

  // Detects connections that died silently (unplugged cable, lost route).
  const check = setInterval(() => {
    const client = current
    client?.query('select 1').catch(() => onConnectionLost(client))
  }, checkEvery)
  check.unref()

  await open().catch((error: unknown) => {
    log(error)
    scheduleReconnect(waits.first)
  })
  return {
    isOpen: () => current !== null,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      clearInterval(check)
      const client = current
      current = null
      await client?.end()
    },
  }
}
