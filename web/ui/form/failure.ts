import type { Problem } from './rules.ts'

/**
 * What a form says of a failed submit: by its status, where null lets the server speak for itself; `other` for all the rest;
 * `silence` when there are no words from the server to pass on.
 */
export type FailureMessages = { readonly [status: number]: string | null; readonly other?: string; readonly silence?: string }

const somethingWentWrong = 'Something went wrong...'

/** What was thrown, as far as a form can tell: a status, words for a person, and the fields that are to blame. */
type Thrown = { readonly status?: unknown; readonly message?: unknown; readonly fields?: unknown }

/** The configured words for this status, else the server's own, else that something went wrong. */
export function failureMessage(thrown: unknown, messages: FailureMessages = {}): string {
  const { status, message } = (thrown ?? {}) as Thrown
  const isAnswer = typeof status === 'number' && status > 0
  const serverText = isAnswer && typeof message === 'string' && message !== '' ? message : null
  const configured = isAnswer ? messages[status] : undefined
  if (configured === null && serverText) return serverText
  return configured ?? messages.other ?? serverText ?? messages.silence ?? somethingWentWrong
}

/** The server's problems, to be shown under the fields they name. */
export function failureProblems(thrown: unknown): readonly Problem[] {
  const { fields } = (thrown ?? {}) as Thrown
  return Array.isArray(fields) ? (fields as Problem[]) : []
}
