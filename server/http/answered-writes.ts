import type { FastifyInstance } from 'fastify'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Counts the writes that this process has answered: each before its answer leaves, so whoever has the answer finds it counted. */
export function countAnsweredWrites(app: FastifyInstance): () => number {
  let count = 0
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (!reads.has(request.method)) count += 1
    done(null, payload)
  })
  return () => count
}
