import { PassThrough, type Readable } from 'node:stream'
import type { LiveChange, LiveEventName, LiveReady } from '#contract/live.ts'

export type Change = LiveChange & { readonly from: string; readonly topic: LiveEventName }

/** One open text/event-stream. */
export type Sse = {
  readonly body: Readable
  ready(from: string, circles: readonly string[], isResumed: boolean): void
  change(change: Change): void
  beat(): void
  end(): void
}

/** The reconnection delay of the page, in milliseconds. */
const retryAfter = 1_000

const block = (name: string, from: string, data: LiveChange | LiveReady) => `event: ${name}\nid: ${from}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * A slow reader costs no memory: while its buffer is full, changes are merged into one per circle and topic. The last one is enough for the
 * page to refetch.
 */
export function openSse(onClose: () => void): Sse {
  const body = new PassThrough({ highWaterMark: 16 * 1024 })
  const waiting = new Map<string, Change>()
  let isFull = false

  const write = (text: string): void => {
    if (!body.writableEnded && !body.destroyed) isFull = !body.write(text) || isFull
  }
  const writeChange = ({ from, circle, topic }: Change): void => write(block(topic, from, { circle }))

  body.on('drain', () => {
    isFull = false
    for (const [key, change] of waiting) {
      if (isFull) break
      waiting.delete(key)
      writeChange(change)
    }
  })
  body.on('error', () => {})
  body.on('close', onClose)
  return {
    body,
    ready: (from, circles, isResumed) => write(`retry: ${retryAfter}\n${block('ready', from, { circles, isResumed })}`),
    change: (change) => {
      if (!isFull) return writeChange(change)
      const key = `${change.circle} ${change.topic}`
      // Moved to the end, because the last event written is where a reconnect resumes.
      waiting.delete(key)
      waiting.set(key, change)
    },
    beat: () => {
      if (!isFull) write(': still here\n\n')
    },
    end: () => {
      body.end()
      // Nobody reads the rest: the connection must not stay open for it.
      if (isFull) body.destroy()
    },
  }
}
