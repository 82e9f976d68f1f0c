import type { FieldProblem } from '#contract/errors.ts'

/** The API said no. `message` is the server's sentence for a person, or the bare status text. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: readonly FieldProblem[]

  constructor(status: number, message: string, fields: readonly FieldProblem[] = []) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.fields = fields
  }
}
