import type { FastifyInstance } from 'fastify'
import type { LiveFeed } from './live-feed.ts'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Counts the writes that this process has answered, each before its answer leaves, and the live events it has heard, each
 * before its pages are told: nobody who knows of a change reads from this process what was before it.
 */
export function countAnsweredWrites(app: FastifyInstance, live: LiveFeed): () => number {
  let count = 0
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (!reads.has(request.method)) count += 1
    done(null, payload)
  })
  const forget = live.listen({
    onEvent: () => {
      count += 1
    },
  })
  app.addHook('onClose', async () => forget())
  return () => count
}
