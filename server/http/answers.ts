import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type FieldProblem, Refusal, type RefusalCode, refusals } from '#contract/errors.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { ShouldRefresh } from './authenticate.ts'

export const json = 'application/json; charset=utf-8'

export const ok = <Data>(data: Data, message = 'OK') => ({ status: 200 as const, message, data })

const frameworkRefusals: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_ASYNC_CONSTRAINT: 'malformed',
  // PostgreSQL aborted one of two deadlocked writes; it had no effect and can be retried.
  '40P01': 'changed_meanwhile',
  // A text, date or number that PostgreSQL cannot store can only come from the client.
  '22021': 'malformed',
  '22007': 'malformed',
  '22008': 'malformed',
  '22003': 'malformed',
  '22P02': 'malformed',
}

/** The first problem of each field, with the path that the client sent: `investmentCriteria.totalTargetSize`. */
function fieldsOf(validation: readonly { instancePath: string; message?: string }[]): FieldProblem[] {
  const fields = new Map<string, string>()
  for (const { instancePath, message } of validation) {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.')
    if (!fields.has(field)) fields.set(field, message || 'Invalid input')
  }
  return [...fields].map(([field, message]) => ({ field, message }))
}

/** PostgreSQL ended a statement that took too long, mostly because it waited for a lock. The write had no effect and can be retried. */
const isCanceled = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014'

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) return new Refusal('invalid', { fields: fieldsOf(error.validation) })
  if (isCanceled(error)) return new Refusal('busy', { retryAfter: 2 })
  if (isDatabaseAway(error)) return new Refusal('database_away', { retryAfter: 2 })
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  const known = frameworkRefusals[code]
  if (known) return new Refusal(known)
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? new Refusal('malformed') : null
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
  const body = {
    status: refusal.status,
    code: refusal.code,
    message: refusal.message,
    error: refusal.message,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    requestId: reply.request.id,
  }
  return reply.code(refusal.status).header('cache-control', 'no-store').type(json).send(JSON.stringify(body))
}

function sendShouldRefresh(reply: FastifyReply): FastifyReply {
  const { status, error } = refusals.access_token_expired
  const body = { status, code: 'access_token_expired', message: error, error, data: { shouldRefresh: true }, requestId: reply.request.id }
  return reply.code(status).header('cache-control', 'no-store').type(json).send(JSON.stringify(body))
}

/** Every failure of every route has one format. An error that is no `Refusal` is a bug: logged, answered with 500. */
export function answerFailures(app: FastifyInstance, onRefusal: (request: FastifyRequest, refusal: Refusal) => Promise<void>): void {
  app.setErrorHandler(async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof ShouldRefresh) return sendShouldRefresh(reply)
    const refusal = refusalOf(error)
    if (refusal?.cause) request.log.warn({ err: refusal.cause }, refusal.message)
    if (isCanceled(error)) request.log.warn({ err: error }, 'a statement took too long')
    if (!refusal) request.log.error({ err: error }, 'request failed')
    else await onRefusal(request, refusal).catch((err: unknown) => request.log.warn({ err }, 'refusal not recorded'))
    return sendRefusal(reply, refusal ?? new Refusal('failed'))
  })
}
