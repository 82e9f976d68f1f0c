import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { done } from '#contract/reply.ts'
import { bareType, isFileKey, uploadLimits } from '#domain/files.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { anyone } from '#server/http/guards.ts'
import { receiveUpload } from '#server/shared/files/finish-upload.ts'
import { readRange } from '#server/storage/byte-range.ts'
import type { DiskStore } from '#server/storage/disk-store.ts'
import { downloadHeaders } from '#server/storage/download-headers.ts'
import type { Ticket } from '#server/storage/signed-address.ts'

/** Uploads that send nothing for this long are ended. */
const idleMilliseconds = 30_000

/** The body as a stream. If reading stops early, the rest is drained, so that an answer can still be sent. */
async function* bodyOf({ raw }: FastifyRequest): AsyncGenerator<Uint8Array> {
  raw.setTimeout(idleMilliseconds, () => raw.destroy())
  try {
    yield* raw.iterator({ destroyOnReturn: false })
  } catch {
    throw new Refusal('malformed') // the client disconnected
  } finally {
    raw.resume()
  }
}

/** Checks the headers against the signature before the body is read. */
function requireAsSigned(ticket: Ticket, request: FastifyRequest): void {
  if (bareType(request.headers['content-type'] ?? '') !== ticket.contentType) throw new Refusal('wrong_media_type')
  const length = request.headers['content-length']
  if (length === undefined) return
  if (Number(length) > uploadLimits.bytes) throw new Refusal('file_too_large')
  if (ticket.size !== null && Number(length) !== ticket.size) throw new Refusal('file_size_differs')
}

async function sendFile(
  disk: DiskStore,
  { key, contentType, expires }: Ticket,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const file = await disk.open(key)
  if (!file) throw new Refusal('file_not_found')
  // A key's content never changes, so the key is the ETag.
  const tag = `"${Buffer.from(key).toString('base64url')}"`
  // A copy in the browser's cache must not outlive its URL.
  const secondsLeft = expires - Math.floor(Date.now() / 1000)
  reply.headers({ ...downloadHeaders(key, contentType, secondsLeft), etag: tag, 'accept-ranges': 'bytes' })
  if (request.headers['if-none-match'] === tag) {
    await file.close()
    return reply.code(304).send()
  }
  const version = request.headers['if-range']
  const isSameVersion = version === undefined || version === tag
  const range = isSameVersion ? readRange(request.headers.range, file.size) : null
  if (range === 'unsatisfiable') {
    await file.close()
    return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  return reply.header('content-length', end - start + 1).send(file.read({ start, end }))
}

/** Does what S3 would do: receives and sends files at signed URLs. The signature is the guard. */
export function diskRoutes(db: Database, disk: DiskStore): FastifyPluginAsyncZod {
  const params = z.object({ key: z.string() })
  const ticketOf = (method: Ticket['method'], key: string, request: FastifyRequest): Ticket => {
    const ticket = isFileKey(key) ? disk.readTicket(method, key, request.query as Record<string, unknown>) : null
    if (!ticket) throw new Refusal('address_refused')
    return ticket
  }
  return async (app) => {
    // The handler reads bodies of any type itself.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', async () => undefined)

    app.put(
      '/files/:key',
      { config: { guard: anyone, takesFiles: true }, schema: { hide: true, params, response: { 200: done } } },
      async (request) => {
        const { key } = request.params
        requireAsSigned(ticketOf('PUT', key, request), request)
        await receiveUpload(db, disk, key, bodyOf(request))
        return ok({})
      },
    )
    app.get('/files/:key', { config: { guard: anyone }, schema: { hide: true, params } }, async (request, reply) =>
      sendFile(disk, ticketOf('GET', request.params.key, request), request, reply),
    )
  }
}
