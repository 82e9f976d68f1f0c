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
    // Anyone who may connect to the database may speak on its channels.
    return null
  }
}

export type LiveListener = {
  readonly onEvent?: (event: LiveEvent) => void
  readonly onSessionEnd?: (sessionId: string) => void
  /** The line to the database broke: from here on, anything may have been missed. */
  readonly onLost?: () => void
}

export type LiveFeed = {
  /** Whether what is told now would be heard. */
  readonly isOpen: () => boolean
  listen(listener: LiveListener): () => void
  close(): Promise<void>
}

const checkEvery = 10_000
const waits = { first: 100, longest: 2_000 }

/** This process's one ear on the database; it opens itself again, for as long as it takes. */
export async function openLiveFeed(url: string, log: (error: unknown) => void = () => {}): Promise<LiveFeed> {
  const listeners = new Set<LiveListener>()
  let current: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const hear = ({ payload }: pg.Notification): void => {
    const heard = read(payload)
    if (!heard) return
    for (const listener of listeners) {
      if ('session' in heard) listener.onSessionEnd?.(heard.session)
      else listener.onEvent?.(heard)
    }
  }

  const lose = (client: pg.Client): void => {
    if (current !== client) return
    current = null
    client.removeAllListeners('notification')
    client.end().catch(() => {})
    for (const listener of listeners) listener.onLost?.()
    if (!isClosed) attempt(waits.first)
  }

  const attempt = (wait: number): void => {
    retry = setTimeout(() => open().catch(() => isClosed || attempt(Math.min(wait * 2, waits.longest))), wait)
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
    client.on('notification', hear)
    client.once('end', () => lose(client))
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

  // A line that died without a word (a pulled cable, a lost route) is noticed by asking.
  const check = setInterval(() => {
    const client = current
    client?.query('select 1').catch(() => lose(client))
  }, checkEvery)
  check.unref()

  await open().catch((error: unknown) => {
    log(error)
    attempt(waits.first)
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
