import type { z } from 'zod'
import { ApiError, errorOfAnswer, OfflineError } from './api-error.ts'
import { checkConnection, isOnline } from './connection.ts'
import { beginLoading } from './loading.ts'
import { redirectToForbidden, redirectToLogin } from './redirects.ts'
import { fetchWithSession } from './session-fetch.ts'

export { ApiError }

export type Answer<Data> = { readonly status: number; readonly message: string; readonly data: Data }

/** What a schema of the contract such as `motionReply` says about an answer. The page takes only its type, so zod is not loaded. */
type Reply = z.ZodType<Answer<unknown>>
type DataOf<Of extends Reply> = z.output<Of>['data']

export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  /** Sends no session headers. */
  readonly public?: boolean
  /** Does not navigate on 401 or 403; the screen shows the failure itself. */
  readonly quiet?: boolean
  /** A repeated write with the same key gets the first answer again and changes nothing. */
  readonly idempotencyKey?: string
  /** Only in the name of this user: refused here if somebody else has signed in meanwhile. */
  readonly as?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

const urlOf = (path: string) => `/api/${path}`

/** A line that drops everything would keep a write waiting for minutes. Reads have no limit: a download may take long. */
const writeTimeout = 30_000

const signalFor = (method: Method, given: AbortSignal | undefined): AbortSignal | undefined => {
  if (method === 'GET') return given
  const limit = AbortSignal.timeout(writeTimeout)
  return given ? AbortSignal.any([given, limit]) : limit
}

const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')

/** Status 0, which no HTTP answer has. Looks whether the connection is lost: a screen waits for that only after a write. */
async function noAnswer(method: Method): Promise<ApiError> {
  const checked = checkConnection()
  if (method !== 'GET' && !(await checked)) return new OfflineError('No answer came. Please check your connection before you try again.')
  return new ApiError(0, 'Something went wrong...')
}

const errorOf = async (response: Response): Promise<ApiError> =>
  errorOfAnswer(response.status, response.statusText, await response.text().catch(() => ''))

async function send(method: Method, path: string, body: unknown, options: CallOptions): Promise<Response> {
  if (!isOnline()) throw new OfflineError()
  const headers = {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
  }
  const signal = signalFor(method, options.signal)
  const init: RequestInit = {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  const endLoading = beginLoading()
  try {
    const response = await (options.public ? fetch(urlOf(path), init) : fetchWithSession(urlOf(path), init, options.as))
    if (!response.ok) throw await errorOf(response)
    return response
  } catch (error) {
    if (isWithoutAnswer(error)) throw await noAnswer(method)
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
export const call = async <Of extends Reply>(
  method: Method,
  path: string,
  body: unknown,
  options: CallOptions = {},
): Promise<Answer<DataOf<Of>>> => (await send(method, path, body, options)).json()

/** Calls name the contract's schema of their answer: `api.get<typeof motionReply>(path)`. Without one, the data is unknown. */
export const api = {
  get: async <Of extends Reply>(path: string, options?: CallOptions): Promise<DataOf<Of>> =>
    (await call<Of>('GET', path, undefined, options)).data,
  post: async <Of extends Reply>(path: string, body: unknown, options?: CallOptions): Promise<DataOf<Of>> =>
    (await call<Of>('POST', path, body ?? {}, options)).data,
  put: async <Of extends Reply>(path: string, body: unknown, options?: CallOptions): Promise<DataOf<Of>> =>
    (await call<Of>('PUT', path, body ?? {}, options)).data,
  delete: async (path: string, options: CallOptions = {}, body?: unknown): Promise<void> => {
    await send('DELETE', path, body, options)
  },
  /** A file that only this session may read: a statement, an export. */
  download: async (path: string, options: CallOptions = {}): Promise<Blob> => (await send('GET', path, undefined, options)).blob(),
}
