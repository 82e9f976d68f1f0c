import type { FastifyInstance } from 'fastify'

/** `203.0.113.7:5120` and `[2001:db8::1]:5120` as bare addresses. */
const bareAddress = (text: string): string => {
  const address = text.trim().replace(/^"|"$/g, '')
  return /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(address)?.[1] ?? address
}

/** Some proxies append the port. It differs per connection, so limits per address would never apply. */
export function stripForwardedPorts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const said = request.raw.headers['x-forwarded-for']
    if (said) request.raw.headers['x-forwarded-for'] = String(said).split(',').map(bareAddress).join(', ')
    done()
  })
}
