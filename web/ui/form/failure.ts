import type { Problem } from './rules.ts'

/**
 * Messages for a failed submit: by status, where null shows the server's own message; `other` for all other statuses; `silence` when the
 * server sent no message.
 */
export type FailureMessages = { readonly [status: number]: string | null; readonly other?: string; readonly silence?: string }

const somethingWentWrong = 'Something went wrong...'

/** The properties of a thrown error that a form uses. */
type Thrown = { readonly isOffline?: unknown; readonly status?: unknown; readonly message?: unknown; readonly fields?: unknown }

export function failureMessage(thrown: unknown, messages: FailureMessages = {}): string {
  const { isOffline, status, message } = (thrown ?? {}) as Thrown
  if (isOffline === true && typeof message === 'string') return message
  const isAnswer = typeof status === 'number' && status > 0
  const serverText = isAnswer && typeof message === 'string' && message !== '' ? message : null
  const configured = isAnswer ? messages[status] : undefined
  if (configured === null && serverText) return serverText
  return configured ?? messages.other ?? serverText ?? messages.silence ?? somethingWentWrong
}

/** The server's field errors, shown under their fields. */
export function failureProblems(thrown: unknown): readonly Problem[] {
  const { fields } = (thrown ?? {}) as Thrown
  return Array.isArray(fields) ? (fields as Problem[]) : []
}
