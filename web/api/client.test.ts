import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, api, call } from './client.ts'
import { isOnline } from './connection.ts'
import { setNavigator } from './redirects.ts'
import { clearToken, readToken, storeToken } from './token.ts'

const tokens = (name: string) => ({ accessToken: `${name}-access`, refreshToken: `${name}-refresh`, tokenType: 'Bearer' })

type Asked = { readonly url: string; readonly method: string; readonly headers: Headers; readonly body: unknown }

let asked: Asked[] = []
let wentTo: string[] = []

/** Only fetch is replaced; everything else is real. */
function serve(answer: (request: Asked) => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const request = { url, method: init.method ?? 'GET', headers: new Headers(init.headers), body }
    asked.push(request)
    return answer(request)
  })
}

const say = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const granted = (data: unknown) => say(200, { status: 200, message: 'OK', data })
const refused = (status: number, error: string, more = {}) => say(status, { status, message: error, error, requestId: 'x', ...more })
const shouldRefresh = () => refused(302, 'The access token has expired.', { data: { shouldRefresh: true } })
const bearer = (request: Asked) => request.headers.get('authorization')
const refreshes = () => asked.filter(({ url }) => url === '/api/auth/refresh')

const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}

beforeEach(() => {
  asked = []
  wentTo = []
  window.history.replaceState(null, '', '/dashboard?tab=2')
  setNavigator((path) => wentTo.push(path))
  storeToken(tokens('first'))
})

afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
})

describe('a call', () => {
  test('sends both session headers and returns the data of the answer', async () => {
    serve(() => granted({ name: 'Larkspur' }))
    expect(await api.get('app/thing/7')).toEqual({ name: 'Larkspur' })
    expect(asked[0]?.url).toBe('/api/app/thing/7')
    expect(bearer(asked[0] as Asked)).toBe('Bearer first-access')
    expect(asked[0]?.headers.get('x-refresh-token')).toBe('first-refresh')
  })

  test('sends neither header when it is public', async () => {
    serve(() => granted({ name: 'Larkspur' }))
    await api.get('public/thing', { public: true })
    expect(bearer(asked[0] as Asked)).toBeNull()
    expect(asked[0]?.headers.get('x-refresh-token')).toBeNull()
  })

  test('sends its body as JSON, with the idempotency key', async () => {
    serve(() => granted({ name: 'Larkspur' }))
    await api.post('app/thing', { amount: 5 }, { idempotencyKey: 'once' })
    expect(asked[0]).toMatchObject({ method: 'POST', body: { amount: 5 } })
    expect(asked[0]?.headers.get('content-type')).toBe('application/json')
    expect(asked[0]?.headers.get('idempotency-key')).toBe('once')
  })

  test('accepts an empty answer to a delete', async () => {
    serve(() => new Response(null, { status: 204 }))
    await expect(api.delete('app/thing/7')).resolves.toBeUndefined()
    expect(asked[0]?.method).toBe('DELETE')
  })
})

describe('without', () => {
  test.each([
    ['a stored token', () => clearToken(), 'Missing tokens'],
    ['an access token', () => storeToken({ refreshToken: 'r', tokenType: 'Bearer' }), 'Missing access token'],
    ['a refresh token', () => storeToken({ accessToken: 'a', tokenType: 'Bearer' }), 'Missing refresh token'],
  ])('%s no request is sent, the rest of the token is removed, and the sign-in page opens', async (_name, prepare, message) => {
    serve(() => granted({ name: 'never' }))
    prepare()
    const error = await failureOf(api.get('app/thing'))
    expect([error.status, error.message, asked.length]).toEqual([401, message, 0])
    expect(localStorage.getItem('token')).toBeNull()
    expect(wentTo).toEqual(['/login?redirect=%2Fdashboard%3Ftab%3D2'])
  })
})

describe('an expired access token', () => {
  const renewing = (request: Asked) => {
    if (request.url === '/api/auth/refresh') return granted(tokens('second'))
    return bearer(request) === 'Bearer second-access' ? granted({ name: 'Larkspur' }) : shouldRefresh()
  }

  test('is refreshed once for all waiting requests, and each request is repeated once', async () => {
    serve(renewing)
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.get('app/thing')))
    expect(answers).toHaveLength(5)
    expect(refreshes()).toHaveLength(1)
    expect(refreshes()[0]?.headers.get('x-refresh-token')).toBe('first-refresh')
    expect(asked).toHaveLength(5 + 1 + 5)
    expect(readToken()).toEqual(tokens('second'))
  })

  test('is not refreshed when another tab has done so already', async () => {
    serve((request) => {
      if (bearer(request) === 'Bearer first-access') storeToken(tokens('second'))
      return renewing(request)
    })
    await api.get('app/thing')
    expect(refreshes()).toHaveLength(0)
  })

  test('is refreshed at most twice, and then removed', async () => {
    let count = 0
    serve(({ url }) => (url === '/api/auth/refresh' ? granted(tokens(`next-${++count}`)) : shouldRefresh()))
    const error = await failureOf(api.get('app/thing'))
    expect([error.status, error.message]).toEqual([401, 'Maximum retries exceeded'])
    expect(refreshes()).toHaveLength(2)
    expect(readToken()).toBeNull()
    expect(wentTo).toHaveLength(1)
  })

  test.each([
    ['is refused', () => refused(401, 'Your session has ended. Please sign in again.')],
    ['gets nonsense', () => granted({})],
  ])('ends the session when its refresh %s', async (_name, refresh) => {
    serve(({ url }) => (url === '/api/auth/refresh' ? refresh() : shouldRefresh()))
    const error = await failureOf(api.get('app/thing'))
    expect([error.status, error.message]).toEqual([401, 'Failed to refresh'])
    expect(readToken()).toBeNull()
    expect(wentTo).toEqual(['/login?redirect=%2Fdashboard%3Ftab%3D2'])
  })

  test('stays when its refresh gets no answer: being offline signs nobody out', async () => {
    serve(({ url }) => (url === '/api/auth/refresh' ? Promise.reject(new TypeError('Failed to fetch')) : shouldRefresh()))
    expect((await failureOf(api.get('app/thing'))).status).toBe(0)
    expect(readToken()).toEqual(tokens('first'))
    expect(wentTo).toEqual([])
  })

  test('is not used for the act of somebody else', async () => {
    const sub = (id: string) => ({ ...tokens('x'), accessToken: `h.${btoa(JSON.stringify({ sub: id }))}.s` })
    serve(() => granted({ name: 'Larkspur' }))
    storeToken(sub('nora'))
    const error = await failureOf(call('POST', 'app/thing', {}, { quiet: true, as: 'maya' }))
    expect(error.status).toBe(401)
    expect(asked).toEqual([])
    expect(readToken()).toEqual(sub('nora'))
    await call('POST', 'app/thing', {}, { quiet: true, as: 'nora' })
    expect(asked).toHaveLength(1)
  })

  test('is refreshed even when a frozen tab never releases the lock', async () => {
    // Never granted, so the request has to time out.
    const request = (_name: string, options: LockOptions, work: (lock: Lock | null) => Promise<unknown>) =>
      options.ifAvailable ? work(null) : Promise.reject(new DOMException('too late', 'TimeoutError'))
    vi.stubGlobal('navigator', { locks: { request } })
    serve(renewing)
    expect(await api.get('app/thing')).toEqual({ name: 'Larkspur' })
  })
})

describe('the API client', () => {
  test('clears the session and opens the sign-in page after a 401', async () => {
    serve(() => refused(401, 'Your session has ended. Please sign in again.'))
    expect((await failureOf(api.get('app/thing'))).status).toBe(401)
    expect(readToken()).toBeNull()
    expect(wentTo).toEqual(['/login?redirect=%2Fdashboard%3Ftab%3D2'])
  })

  test('repeats a request after a 401 once, when another tab has stored a newer token', async () => {
    serve((request) => {
      if (bearer(request) === 'Bearer second-access') return granted({ name: 'Larkspur' })
      storeToken(tokens('second'))
      return refused(401, 'Your session has ended. Please sign in again.')
    })
    expect(await api.get('app/thing')).toEqual({ name: 'Larkspur' })
    expect(readToken()).toEqual(tokens('second'))
    expect(wentTo).toEqual([])
  })

  test('opens the Forbidden page after a 403, and keeps the session', async () => {
    serve(() => refused(403, "You can't access that"))
    expect((await failureOf(api.get('app/thing'))).status).toBe(403)
    expect(wentTo).toEqual(['/forbidden'])
    expect(readToken()).not.toBeNull()
  })

  test('does not navigate after a 401 or 403 of a quiet request', async () => {
    for (const status of [401, 403]) {
      serve(() => refused(status, 'No'))
      expect((await failureOf(api.post('auth/login', {}, { public: true, quiet: true }))).message).toBe('No')
    }
    expect(wentTo).toEqual([])
    expect(readToken()).not.toBeNull()
  })

  test('gives every other failure its status, code, sentence and fields', async () => {
    const fields = [{ field: 'amount', message: 'Too small' }]
    serve(() => refused(400, 'Please check for errors', { code: 'invalid', fields }))
    const error = await failureOf(api.post('app/thing', {}))
    expect(error).toMatchObject({ status: 400, code: 'invalid', message: 'Please check for errors', fields })
    expect(wentTo).toEqual([])
  })

  test('falls back to the status text when there is no sentence', async () => {
    serve(() => new Response('<html>', { status: 502, statusText: 'Bad Gateway' }))
    expect((await failureOf(api.get('app/thing'))).message).toBe('Bad Gateway')
  })

  test('reports a failure without a status when there is no answer', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failureOf(api.get('app/thing'))).toMatchObject({ status: 0, message: 'Something went wrong...' })
  })

  test('says at once that an act needs a connection, and sends nothing', async () => {
    serve(() => granted({ name: 'Larkspur' }))
    onlineManager.setOnline(false)
    expect(await failureOf(api.post('app/thing', {}))).toMatchObject({ status: 0, message: 'This needs a connection.' })
    expect(asked).toEqual([])
  })

  test('asks the server whether the line is lost when a write got no answer', async () => {
    serve(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failureOf(api.post('app/thing', {}))
    expect(error.message).toBe('No answer came. Please check your connection before you try again.')
    expect(asked.map(({ url }) => url)).toEqual(['/api/app/thing', '/healthz'])
    expect(isOnline()).toBe(false)
  })
})
