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

export const isRefusal = (error: unknown, code: RefusalCode): boolean => error instanceof ApiError && error.code === code
