import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes whole files, which may take their time over a slow line. */
    takesFiles?: boolean
  }
}

/** How long a whole request may take to come in, a file of 10 MB over a slow line included. */
export const slowestRequest = 10 * 60_000
const slowestBody = 30_000

/** Ends requests whose body, small as our bodies are, does not come in. */
export function limitBodyTime(app: FastifyInstance, milliseconds = slowestBody): void {
  app.addHook('preParsing', async ({ raw, headers, routeOptions }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || routeOptions.config.takesFiles) return
    const timer = setTimeout(() => raw.complete || raw.destroy(), milliseconds).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}
