import type { Problem } from './rules.ts'

/** What a form says of a failed submit by its status; null lets the server speak for itself. `other` is for all the rest. */
export type FailureMessages = { readonly [status: number]: string | null; readonly other?: string }

export const somethingWentWrong = 'Something went wrong...'

/** What was thrown, as far as a form can tell: a status, words for a person, and the fields that are to blame. */
type Thrown = { readonly status?: unknown; readonly message?: unknown; readonly fields?: unknown }

/** The configured words for this status, else the server's own, else that something went wrong. */
export function failureMessage(thrown: unknown, messages: FailureMessages = {}): string {
  const { status, message } = (thrown ?? {}) as Thrown
  const isAnswer = typeof status === 'number' && status > 0
  const serverText = isAnswer && typeof message === 'string' && message !== '' ? message : null
  const configured = isAnswer ? messages[status] : undefined
  if (configured === null && serverText) return serverText
  return configured ?? messages.other ?? serverText ?? somethingWentWrong
}

/** The server's problems, to be shown under the fields they name. */
export function failureProblems(thrown: unknown): readonly Problem[] {
  const { fields } = (thrown ?? {}) as Thrown
  return Array.isArray(fields) ? (fields as Problem[]) : []
}
