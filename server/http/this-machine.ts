import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const loopbackAddress = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/
export const isLoopback = (address: string): boolean => loopbackAddress.test(address)
const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i
const localOrigin = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * Headers that proxies, load balancers, tunnels and content networks add, and browsers and Prometheus never send. By their family, since
 * each vendor has names of its own.
 */
const proxyHeaders = [
  /^(via|cdn-loop|max-forwards|x-host|x-scheme|x-cloud-trace-context)$/,
  /(^|-)forward(ed|er)?(-|$)/,
  /(^|-)(client|connecting|real|remote|user|source|proxyuser)-?(ip|addr|address)$/,
  /^x-(original|envoy|appengine|azure|arr|amzn|amz-cf|vercel|nf|akamai|sucuri|gfe|proxy|fd|tunnel|railway)-/,
  /^(cf|fly|fastly|akamai|incap|ngrok|tailscale)-/,
]

const isProxyHeader = (name: string): boolean => proxyHeaders.some((family) => family.test(name))

const proxyHeader = (headers: FastifyRequest['headers']): string | undefined => Object.keys(headers).find(isProxyHeader)

/** How a request shows that a proxy is in between; null if it does not. */
function signOfProxy({ headers, raw }: FastifyRequest): string | null {
  const header = proxyHeader(headers)
  if (header) return `it has the header ${header}`
  // Proxies that add no header often use HTTP/1.0, which no browser does.
  return raw.httpVersion === '1.0' ? 'it speaks HTTP/1.0' : null
}

/**
 * Why a request is not from this machine; null if it is. Reads the socket's address, not a proxy's header. A foreign host name that
 * resolves to this machine, or a proxy in between, counts as not local.
 */
export function fromElsewhere(request: FastifyRequest): string | null {
  const { socket, headers } = request
  if (!isLoopback(socket.remoteAddress ?? '')) return 'comes from another machine'
  const proxy = signOfProxy(request)
  if (proxy) return `comes through a proxy (${proxy})`
  if (!localHost.test(headers.host ?? '')) return 'names a host other than this machine'
  if (headers.origin && !localOrigin.test(headers.origin)) return 'comes from a page of another host'
  return null
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits)
privateNetworks.addAddress('::1', 'ipv6')
for (const [network, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6')

const isPrivateAddress = (address: string): boolean => privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * Whether a request was sent to this process itself, by this machine or its private network, as Prometheus does. A proxy that adds no
 * header still passes on the public host name.
 */
export function isDirectAndPrivate(request: FastifyRequest, publicUrl: string): boolean {
  const host = request.headers.host ?? ''
  const isPublicName = host.toLowerCase() === new URL(publicUrl).host && !localHost.test(host)
  return isPrivateAddress(request.socket.remoteAddress ?? '') && signOfProxy(request) === null && !isPublicName
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
