import type { FastifyInstance, FastifyRequest } from 'fastify'

const loopbackAddress = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/
export const isLoopback = (address: string): boolean => loopbackAddress.test(address)
const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i
const localOrigin = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i
const proxyHeaders = new Set(['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'x-original-host'])

const proxyHeader = (headers: FastifyRequest['headers']): string | undefined =>
  Object.keys(headers).find((name) => name.startsWith('x-forwarded-') || proxyHeaders.has(name))

/**
 * Why a request is not from this machine; null if it is. Reads the socket's address, not a proxy's header. A foreign host name that
 * resolves to this machine, or a proxy in between, counts as not local.
 */
export function fromElsewhere({ socket, headers, raw }: FastifyRequest): string | null {
  if (!isLoopback(socket.remoteAddress ?? '')) return 'comes from another machine'
  const header = proxyHeader(headers)
  if (header) return `comes through a proxy (it has the header ${header})`
  // Proxies that add no header often use HTTP/1.0, which no browser does.
  if (raw.httpVersion === '1.0') return 'comes through a proxy (it speaks HTTP/1.0)'
  if (!localHost.test(headers.host ?? '')) return 'names a host other than this machine'
  if (headers.origin && !localOrigin.test(headers.origin)) return 'comes from a page of another host'
  return null
}

/** Logs once per reason that demo accounts and the mailbox are off for such requests. */
export function warnAboutRemoteRequests(app: FastifyInstance): void {
  const warned = new Set<string>()
  app.addHook('onRequest', (request, _reply, done) => {
    const reason = fromElsewhere(request)
    if (reason && !warned.has(reason)) {
      warned.add(reason)
      app.log.warn(`Demo accounts and /dev/mailbox are off for a request that ${reason}. To serve others, set PUBLIC_URL.`)
    }
    done()
  })
}

/** Without TRUST_PROXY all clients would share the proxy's address, and so its rate limits. */
export function warnAboutUntrustedProxy(app: FastifyInstance): void {
  let isTold = false
  app.addHook('onRequest', (request, _reply, done) => {
    const header = isTold ? undefined : proxyHeader(request.headers)
    if (header) {
      isTold = true
      app.log.warn(`TRUST_PROXY is off, but a request came through a proxy (it has the header ${header}). Set TRUST_PROXY to its address.`)
    }
    done()
  })
}
