import type { FieldProblem, RefusalCode } from '#contract/errors.ts'

/** The API said no. `message` is the server's sentence for a person, or the bare status text. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: readonly FieldProblem[]
  /** The refusal's name; absent when the answer was not ours or there was none. */
  readonly code: RefusalCode | undefined

  constructor(status: number, message: string, fields: readonly FieldProblem[] = [], code?: RefusalCode) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.fields = fields
    this.code = code
  }
}

type FailedAnswer = { readonly code?: RefusalCode; readonly error?: string; readonly fields?: readonly FieldProblem[] }

/** The error of a failed answer: what our server says, or the bare status where the answer came from elsewhere. */
export function errorOfAnswer(status: number, statusText: string, text: string): ApiError {
  let body: FailedAnswer | null = null
  try {
    body = JSON.parse(text)
  } catch {
    // Not ours: a proxy's page, or a file store's XML.
  }
  return new ApiError(status, body?.error || statusText || `Status ${status}`, body?.fields, body?.code)
}

export const isRefusal = (error: unknown, code: RefusalCode): boolean => error instanceof ApiError && error.code === code
