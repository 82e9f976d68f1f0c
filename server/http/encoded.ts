import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'

/** An answer that is compressed at most once per encoding, however often it is sent. */
export type Encoded = {
  readonly type: string
  readonly etag: string
  body(encoding: Encoding): Promise<Buffer>
}

/** Brotli quality 5 takes 0.1 s for 5 MB; quality 11 would take 20 s. */
const quality = { [constants.BROTLI_PARAM_QUALITY]: 5 }

const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => toBrotli(bytes, { params: { ...quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes) => toGzip(bytes),
  identity: async (bytes) => bytes,
}

export function encode(type: string, text: string): Encoded {
  const bytes = Buffer.from(text)
  // Weak, because all encodings of one answer share it.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  const bodies: Partial<Record<Encoding, Promise<Buffer>>> = {}
  const body = (encoding: Encoding): Promise<Buffer> => {
    bodies[encoding] ??= compress[encoding](bytes)
    return bodies[encoding]
  }
  return { type, etag, body }
}

/** The client's preferred encoding among ours; `;q=0` excludes one. */
function chooseEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const named = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  if (named.includes('br')) return 'br'
  return named.includes('gzip') ? 'gzip' : 'identity'
}

export function matchesEtag(request: { readonly headers: IncomingHttpHeaders }, etag: string): boolean {
  const known = request.headers['if-none-match']
  if (!known) return false
  const bare = etag.replace(/^W\//, '')
  return known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare)
}

/** Sends the answer in the client's encoding, or 304. Browsers cache it and revalidate each time. */
export async function sendEncoded(request: FastifyRequest, reply: FastifyReply, encoded: Encoded): Promise<FastifyReply> {
  reply.header('etag', encoded.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (matchesEtag(request, encoded.etag)) return reply.code(304).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = await encoded.body(encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(encoded.type).send(body)
}
