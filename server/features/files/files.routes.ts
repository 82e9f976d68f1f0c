import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  fileKeyParams,
  signedFileReply,
  type UploadRequest,
  uploadParams,
  uploadParamsInParts,
  uploadReply,
  uploadRequest,
} from '#contract/files.ts'
import type { Database } from '#server/db/connect.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { anyoneKnown, signedIn } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import type { Settings } from '#server/settings.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { beginUpload } from './begin-upload.ts'
import { signFile } from './sign-file.ts'

type Services = {
  readonly db: Database
  readonly limiter: RateLimiter
  readonly store: FileStore
  readonly settings: Pick<Settings, 'mode' | 'publicUrl'>
}

/** The default: only the owner may read an upload, until it is attached. */
const ownersAlone: UploadRequest = { isPublic: false, isViewableByAnyUser: false }

/** On a local machine the page may be open as localhost or 127.0.0.1, and may only upload to its own origin. */
function pageOrigin({ mode, publicUrl }: Services['settings'], request: FastifyRequest): string {
  const asked = `${request.protocol}://${request.host}`
  return mode === 'demo' && URL.canParse(asked) ? asked : publicUrl
}

export function filesRoutes(services: Services): FastifyPluginAsyncZod {
  const { db, store, settings } = services
  const whole = (address: string, request: FastifyRequest) => new URL(address, pageOrigin(settings, request)).href

  const begin = async (request: FastifyRequest, name: string, contentType: string, asked: UploadRequest | null | undefined) => {
    const file = { ...(asked ?? ownersAlone), name, contentType }
    const { signedPostUrl, objectId } = await idempotentTransaction(db, request, (tx) => beginUpload(tx, services, actorOf(request), file))
    return ok({ signedPostUrl: whole(signedPostUrl, request), objectId })
  }

  return async (app) => {
    for (const group of ['/app/s3', '/s3']) {
      app.get(
        `${group}/get-signed-url/:fileKey`,
        {
          config: { guard: anyoneKnown },
          schema: {
            summary: 'An address to read a file from',
            // The first reading checks what S3 has received.
            refuses: [413],
            params: fileKeyParams,
            response: { 200: signedFileReply },
          },
        },
        async (request) => {
          const { signedUrl, contentType } = await signFile(db, store, request.actor, request.params.fileKey)
          return ok({ signedUrl: whole(signedUrl, request), contentType })
        },
      )
      app.post(
        `${group}/get-signed-post-url/:fileName/:contentType`,
        {
          config: { guard: signedIn },
          schema: {
            summary: 'An address to upload a file to',
            refuses: [422, 429],
            params: uploadParams,
            body: uploadRequest.nullish(),
            response: { 200: uploadReply },
          },
        },
        async (request) => begin(request, request.params.fileName, request.params.contentType, request.body),
      )
      app.post(
        `${group}/get-signed-post-url/:fileName/:type/:subtype`,
        {
          config: { guard: signedIn },
          schema: { hide: true, params: uploadParamsInParts, body: uploadRequest.nullish(), response: { 200: uploadReply } },
        },
        async (request) => begin(request, request.params.fileName, `${request.params.type}/${request.params.subtype}`, request.body),
      )
    }
  }
}
