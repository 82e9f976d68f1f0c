import type { FieldProblem, RefusalCode } from '#contract/errors.ts'

/** The API refused. `message` is the server's sentence for the person, or the status text if there is none. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: readonly FieldProblem[]
  /** Absent when the answer did not come from our server. */
  readonly code: RefusalCode | undefined

  constructor(status: number, message: string, fields: readonly FieldProblem[] = [], code?: RefusalCode) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.fields = fields
    this.code = code
  }
}

/** There is no connection, so nothing was sent, or no answer came. */
export class OfflineError extends ApiError {
  /** For web/ui, which does not know this class. */
  readonly isOffline = true

  constructor(message = 'This needs a connection.') {
    super(0, message)
    this.name = 'OfflineError'
  }
}

type FailedAnswer = { readonly code?: RefusalCode; readonly error?: string; readonly fields?: readonly FieldProblem[] }

export function errorOfAnswer(status: number, statusText: string, text: string): ApiError {
  let body: FailedAnswer | null = null
  try {
    body = JSON.parse(text)
  } catch {
    // Not from our server: a proxy's error page, or a file store's XML.
  }
  return new ApiError(status, body?.error || statusText || `Status ${status}`, body?.fields, body?.code)
}

export const isRefusal = (error: unknown, code: RefusalCode): boolean => error instanceof ApiError && error.code === code

export const isNotFound = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

/** Version conflict: someone else saved first, and the server did not overwrite it. */
export const isVersionConflict = (error: unknown): boolean => isRefusal(error, 'changed_meanwhile')
