import { failure } from '#contract/failure.ts'
import { projectRoot } from '#server/root.ts'
import type { Answer } from '#server/testing/test-app.ts'

/** Words that reveal internals. None of the requests sent here contains one. */
const inside =
  /node_modules|\n\s+at \S+|\.(?:ts|js|mjs):\d+|\/server\/|syntax error at|violates|relation "|column "|duplicate key|invalid input syntax|kysely|graphile|ECONN|postgres|errcode|ZodError/i

/** What an answer reveals to an attacker. */
export function leakOf({ text }: Pick<Answer, 'text'>): string | null {
  const told = inside.exec(text)?.[0] ?? (text.includes(projectRoot()) ? projectRoot() : null)
  return told && `tells "${told.trim()}"`
}

const isJson = ({ headers }: Answer) => String(headers['content-type'] ?? '').startsWith('application/json')

/** What is wrong with an answer to any request: a server error, or an unexpected format. */
export function answerProblem(answer: Answer): string | null {
  const { status, text } = answer
  if (status >= 500) return `answered ${status}: ${text.slice(0, 300)}`
  if (status === 204 || status === 304) return text === '' ? null : `${status} with a body`
  if (status >= 300) {
    const told = failure.safeParse(answer.body)
    return told.success && told.data.status === status ? leakOf(answer) : `no envelope: ${status} ${text.slice(0, 300)}`
  }
  if (!isJson(answer))
    return /^(?:text\/(?:csv|calendar|event-stream|plain)|application\/(?:pdf|zip))/.test(String(answer.headers['content-type']))
      ? null
      : `unknown kind of answer: ${text.slice(0, 80)}`
  const isWhole = answer.body.status === 200 && typeof answer.body.message === 'string' && 'data' in answer.body
  return isWhole ? leakOf(answer) : `no envelope: ${status} ${text.slice(0, 300)}`
}
