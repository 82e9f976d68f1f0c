import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route receives whole files, which take long over a slow connection. */
    takesFiles?: boolean
  }
}

/** How long receiving a whole request may take, including the largest file over a slow connection. */
export const slowestRequest = 10 * 60_000
const slowestBody = 30_000

/** Ends requests whose (small) body does not arrive in time. */
export function limitBodyTime(app: FastifyInstance, milliseconds = slowestBody): void {
  app.addHook('preParsing', async ({ raw, headers, routeOptions }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || routeOptions.config.takesFiles) return
    const timer = setTimeout(() => raw.complete || raw.destroy(), milliseconds).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}
