import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Just below the ten seconds after which the process ends regardless (main.ts). */
const longestWait = 8_000
const lookEvery = 100

/**
 * A server that stops waits for what is asked, not for who is connected. Browsers hold connections on which they never asked
 * anything, and others fall idle only after the stop began; Node closes neither kind by itself.
 */
export function stopWithoutWaiting(app: FastifyInstance): void {
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
