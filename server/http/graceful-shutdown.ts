import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Just below the ten seconds after which main.ts ends the process. */
const longestWait = 8_000
const lookEvery = 100

/**
 * Shutdown waits for running requests, not for open connections. Browsers hold connections without a request, and others become idle only
 * after the shutdown began; Node closes neither kind.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
    const timers = [
      setInterval(() => app.server.closeIdleConnections(), lookEvery),
      setTimeout(() => app.server.closeAllConnections(), longestWait),
    ]
    app.server.once('close', () => {
      for (const timer of timers) clearTimeout(timer)
    })
  })
}
