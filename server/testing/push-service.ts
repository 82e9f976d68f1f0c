import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What a browser gets: the decrypted payload, and the headers that its push service read. */
export type Received = {
  readonly message: Record<string, unknown>
  readonly text: string
  readonly topic: string | undefined
  readonly ttl: number
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
}

const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64url')

/** RFC 8292: checks the signature of the JWT with the public key that the browser subscribed with. */
function readVapid(header: string | undefined, publicKey: string): Received['claims'] {
  const { t, k } = /^vapid t=(?<t>[^,\s]+), ?k=(?<k>[\w-]+)$/.exec(header ?? '')?.groups ?? {}
  if (!t || k !== publicKey) throw new Error(`Authorization is ${header}`)
  const [head = '', body = '', signature = ''] = t.split('.')
  const point = fromBase64(k)
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', Buffer.from(`${head}.${body}`), key, fromBase64(signature))) throw new Error('The signature is wrong.')
  return JSON.parse(fromBase64(body).toString()) as Received['claims']
}

/** RFC 8291 and 8188: what the browser does with a body of `aes128gcm`. */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
  const derive = (use: string, length: number) => Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends with a 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** A push service with one browser behind it, on this machine. It checks and decrypts every push; `refuseWith` sets another answer. */
export async function startPushService(publicKey: string) {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = randomBytes(16)
  const received: Received[] = []
  const failures: unknown[] = []
  let status = 201
  const take = async (request: IncomingMessage) => {
    const body = await buffer(request)
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error(`Content-Encoding is ${request.headers['content-encoding']}`)
    const text = decrypt(body, browser, auth)
    received.push({
      text,
      message: JSON.parse(text) as Record<string, unknown>,
      topic: request.headers.topic?.toString(),
      ttl: Number(request.headers.ttl),
      claims: readVapid(request.headers.authorization, publicKey),
    })
  }
  const server = createServer((request, response) => {
    take(request)
      .catch((error: unknown) => failures.push(error))
      .finally(() => response.writeHead(status).end())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    /** What did not follow the protocol. */
    failures,
    answerWith: (next: number) => {
      status = next
    },
    /** What the browser's `PushSubscription` says. */
    subscription: (name = 'browser') => ({
      endpoint: `${origin}/${name}`,
      p256dh: browser.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    }),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
