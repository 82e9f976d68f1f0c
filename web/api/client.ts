import type { z } from 'zod'
import { ApiError, errorOfAnswer } from './api-error.ts'
import { beginLoading } from './loading.ts'
import { redirectToForbidden, redirectToLogin } from './redirects.ts'
import { fetchWithSession } from './session-fetch.ts'

export { ApiError }

export type Answer<Data> = { readonly status: number; readonly message: string; readonly data: Data }
type AnswerSchema<Data> = z.ZodType<Answer<Data>>

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** Sends no session headers. */
  readonly public?: boolean
  /** Does not navigate on 401 or 403; the screen shows the failure itself. */
  readonly quiet?: boolean
  /** A repeated write with the same key gets the first answer again and changes nothing. */
  readonly idempotencyKey?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const urlOf = (path: string) => `/api/${path}`

/** Network failure. Status 0, which no HTTP answer has. */
const noAnswer = () => new ApiError(0, 'Something went wrong...')

const errorOf = async (response: Response): Promise<ApiError> =>
  errorOfAnswer(response.status, response.statusText, await response.text().catch(() => ''))

async function send(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
  }
  const init: RequestInit = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  }
  const endLoading = beginLoading()
  try {
    const response = await (options.public ? fetch(urlOf(path), init) : fetchWithSession(urlOf(path), init))
    if (!response.ok) throw await errorOf(response)
    return response
  } catch (error) {
    if (error instanceof TypeError) throw noAnswer()
    if (error instanceof ApiError && !options.quiet) {
      if (error.status === 401) redirectToLogin()
      if (error.status === 403) redirectToForbidden()
    }
    throw error
  } finally {
    endLoading()
  }
}

/** Returns the whole answer; `api` below returns only its data. */
export async function call<Data>(
  method: Method,
  path: string,
  body: unknown,
  schema: AnswerSchema<Data>,
  options: CallOptions = {},
): Promise<Answer<Data>> {
  const response = await send(method, path, body, options)
  const answer = (await response.json()) as Answer<Data>
  // Only in development: the server already validates its answers with the same schemas.
  if (import.meta.env.DEV) schema.parse(answer)
  return answer
}

export const api = {
  get: async <Data>(path: string, schema: AnswerSchema<Data>, options?: CallOptions): Promise<Data> =>
    (await call('GET', path, undefined, schema, options)).data,
  post: async <Data>(path: string, body: unknown, schema: AnswerSchema<Data>, options?: CallOptions): Promise<Data> =>
    (await call('POST', path, body ?? {}, schema, options)).data,
  put: async <Data>(path: string, body: unknown, schema: AnswerSchema<Data>, options?: CallOptions): Promise<Data> =>
    (await call('PUT', path, body ?? {}, schema, options)).data,
  delete: async (path: string, options: CallOptions = {}, body?: unknown): Promise<void> => {
    await send('DELETE', path, body, options)
  },
  /** A file that only this session may read: a statement, an export. */
  download: async (path: string, options: CallOptions = {}): Promise<Blob> => (await send('GET', path, undefined, options)).blob(),
}
