import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  addDocumentRequest,
  addVersionRequest,
  askToSignRequest,
  declineRequest,
  documentListReply,
  documentReply,
  elsewhereRequest,
  shareDocumentRequest,
  signRequest,
  versionRequest,
} from '#contract/documents.ts'
import { mayDecide, mayReadDocuments, mayReadOwn } from '#domain/may/circle.ts'
import type { Database } from '#server/db/connect.ts'
import { snapshot } from '#server/db/transaction.ts'
import { ok } from '#server/http/answers.ts'
import { actorOf } from '#server/http/authenticate.ts'
import { download } from '#server/http/download.ts'
import { signedIn, verifiedInvestor } from '#server/http/guards.ts'
import { idempotentTransaction } from '#server/http/idempotent-transaction.ts'
import { requireIn } from '#server/shared/circles/relation.ts'
import { hashUpload } from '#server/shared/files/hash-upload.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { addDocument, addVersion } from './add-document.ts'
import { askToSign, withdrawRequest } from './ask-to-sign.ts'
import { certificatePdf } from './certificate-pdf.ts'
import { readCertificate } from './read-certificate.ts'
import { readDocument, readDocuments } from './read-documents.ts'
import { shareDocument } from './share-document.ts'
import { answerElsewhere, declineToSign, signDocument } from './sign-document.ts'

const params = z.object({ circleId: z.string() })
const documentParams = params.extend({ documentId: z.string() })
const versionParams = documentParams.extend({ versionId: z.string() })

type Parts = { readonly db: Database; readonly limiter: RateLimiter; readonly publicUrl: string; readonly store: FileStore }

/** Documents of a circle: for its members, and for its brokers what is shared with them. Administrators do not read them. */
export function documentsRoutes({ db, limiter, publicUrl, store }: Parts): FastifyPluginAsyncZod {
  const site = { publicUrl }
  const services = { store, publicUrl }
  const read = { config: { guard: signedIn }, preValidation: requireIn(db, 'circleId', mayReadDocuments) }
  const write = { config: { guard: verifiedInvestor }, preValidation: requireIn(db, 'circleId', mayDecide) }
  const readNow = async (request: FastifyRequest, place: z.infer<typeof documentParams>) =>
    ok(await snapshot(db, (tx) => readDocument(tx, place, actorOf(request))))
  const take = (request: FastifyRequest) => limiter.take(db, 'document_account', actorOf(request).id)

  return async (app) => {
    app.get(
      '/app/document/:circleId',
      { ...read, schema: { summary: 'The documents of my circle', refuses: [403], params, response: { 200: documentListReply } } },
      async (request) => ok(await snapshot(db, (tx) => readDocuments(tx, request.params.circleId, actorOf(request)))),
    )
    app.post(
      '/app/document/:circleId',
      {
        ...write,
        schema: {
          summary: 'Add a document',
          refuses: [409, 413, 422, 429],
          params,
          body: addDocumentRequest,
          response: { 200: documentReply },
        },
      },
      async (request) => {
        const { circleId } = request.params
        await take(request)
        const file = await hashUpload(db, store, actorOf(request), request.body.fileKey)
        const documentId = await idempotentTransaction(db, request, (tx) =>
          addDocument(tx, actorOf(request), circleId, file, request.body, services),
        )
        return readNow(request, { circleId, documentId })
      },
    )
    app.get(
      '/app/document/:circleId/:documentId',
      {
        ...read,
        schema: {
          summary: 'A document with its versions and signatures',
          refuses: [403],
          params: documentParams,
          response: { 200: documentReply },
        },
      },
      async (request) => readNow(request, request.params),
    )
    app.post(
      '/app/document/:circleId/:documentId/version',
      {
        ...write,
        schema: {
          summary: 'Add a version to my document',
          refuses: [409, 413, 422, 429],
          params: documentParams,
          body: addVersionRequest,
          response: { 200: documentReply },
        },
      },
      async (request) => {
        const place = request.params
        await take(request)
        const file = await hashUpload(db, store, actorOf(request), request.body.fileKey)
        await idempotentTransaction(db, request, (tx) => addVersion(tx, actorOf(request), place, file, request.body, services))
        return readNow(request, place)
      },
    )
    app.put(
      '/app/document/:circleId/:documentId/share',
      {
        ...write,
        schema: {
          summary: 'Share a document with the circle’s brokers, or stop sharing it',
          refuses: [409, 422],
          params: documentParams,
          body: shareDocumentRequest,
          response: { 200: documentReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => shareDocument(tx, actorOf(request), place, request.body.isShared, site))
        return readNow(request, place)
      },
    )
    app.post(
      '/app/document/:circleId/:documentId/ask',
      {
        ...write,
        schema: {
          summary: 'Ask holders to sign the newest version',
          refuses: [409, 422, 429],
          params: documentParams,
          body: askToSignRequest,
          response: { 200: documentReply },
        },
      },
      async (request) => {
        const place = request.params
        await take(request)
        await idempotentTransaction(db, request, (tx) => askToSign(tx, actorOf(request), place, request.body, site))
        return readNow(request, place)
      },
    )
    app.post(
      '/app/document/:circleId/:documentId/withdraw',
      {
        ...write,
        schema: {
          summary: 'Withdraw the request for signatures',
          refuses: [409, 422],
          params: documentParams,
          body: versionRequest,
          response: { 200: documentReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => withdrawRequest(tx, actorOf(request), place, request.body.versionId, site))
        return readNow(request, place)
      },
    )
    app.post(
      '/app/document/:circleId/:documentId/sign',
      {
        ...write,
        schema: {
          summary: 'Sign the version that I have read',
          refuses: [409, 422],
          params: documentParams,
          body: signRequest,
          response: { 200: documentReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => signDocument(tx, actorOf(request), place, request.body, site))
        return readNow(request, place)
      },
    )
    app.post(
      '/app/document/:circleId/:documentId/decline',
      {
        ...write,
        schema: {
          summary: 'Say that I do not sign',
          refuses: [409, 422],
          params: documentParams,
          body: declineRequest,
          response: { 200: documentReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => declineToSign(tx, actorOf(request), place, request.body, site))
        return readNow(request, place)
      },
    )
    app.post(
      '/app/document/:circleId/:documentId/elsewhere',
      {
        ...write,
        schema: {
          summary: 'Say whether I signed a version on paper',
          refuses: [409, 422],
          params: documentParams,
          body: elsewhereRequest,
          response: { 200: documentReply },
        },
      },
      async (request) => {
        const place = request.params
        await idempotentTransaction(db, request, (tx) => answerElsewhere(tx, actorOf(request), place, request.body, site))
        return readNow(request, place)
      },
    )
    app.get(
      '/app/document/:circleId/:documentId/:versionId/certificate',
      {
        config: { guard: signedIn },
        preValidation: requireIn(db, 'circleId', mayReadOwn),
        schema: {
          summary: 'Who signed a version, as a PDF',
          refuses: [403, 409],
          produces: ['application/pdf'],
          params: versionParams,
          response: { 200: z.string() },
        },
      },
      async (request, reply) => {
        const facts = await snapshot(db, (tx) => readCertificate(tx, request.params, actorOf(request)))
        return reply
          .type('application/pdf')
          .header('content-disposition', download(`${facts.title} version ${facts.version} certificate`, 'pdf'))
          .send(Buffer.from(await certificatePdf(facts)) as unknown as string)
      },
    )
  }
}
