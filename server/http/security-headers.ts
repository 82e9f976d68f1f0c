import type { FastifyInstance } from 'fastify'

export type OutsideHosts = { readonly tiles: readonly string[]; readonly files: readonly string[]; readonly isHttps: boolean }

/** The same strict headers on every answer: no inline script, no framing, no sniffing. */
export function strictHeaders(hosts: OutsideHosts): Readonly<Record<string, string>> {
  const files = hosts.files.join(' ')
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${hosts.tiles.join(' ')} ${files}`,
    `media-src 'self' blob: ${files}`,
    `frame-src 'self' blob: ${files}`,
    `connect-src 'self' ${files}`,
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].map((directive) => directive.trim().replace(/ +/g, ' '))
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(hosts.isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

export function addSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  // A route that needs another policy (a signed file, for example) has already set it.
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}
