import type { FastifyInstance } from 'fastify'
import type { LiveFeed } from './live-feed.ts'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Counts answered writes (before the answer is sent) and live events (before clients receive them). A cached answer with an older count is
 * stale: a client that knows of a change must not read the state before it.
 */
export function countAnsweredWrites(app: FastifyInstance, live: LiveFeed): () => number {
  let count = 0
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (!reads.has(request.method)) count += 1
    done(null, payload)
  })
  const stopListening = live.listen({
    onEvent: () => {
      count += 1
    },
  })
  app.addHook('onClose', async () => stopListening())
  return () => count
}
