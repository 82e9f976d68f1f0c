import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { storeToken } from '#web/api/token.ts'
import { renderUi } from './render-ui.tsx'

type Asked = { readonly method: string; readonly path: string; readonly query: URLSearchParams; readonly body: unknown }

const failed = ({ status, message, code, fields }: ApiError) =>
  new Response(JSON.stringify({ status, message, error: message, code, fields }), { status })

/**
 * Answers every request with `answer`; without one, 404. A promise is waited for. A thrown ApiError is the server's refusal, a TypeError the lack of an answer.
 * Returns the requested URLs in order.
 */
export function serve(answer: (asked: Asked) => unknown): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, 'http://localhost')
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    const request = { method: init?.method ?? 'GET', path: url.pathname.replace('/api/', ''), query: url.searchParams, body }
    asked.push(request)
    let data: unknown
    try {
      data = await answer(request)
    } catch (error) {
      if (error instanceof ApiError) return failed(error)
      throw error
    }
    const status = data === undefined ? 404 : 200
    return new Response(JSON.stringify({ status, message: 'OK', ...(data === undefined ? { error: 'Not there' } : { data }) }), { status })
  })
  return asked
}

/** Renders a screen in a router with an empty cache; any other address shows Elsewhere. `path` names the parameters of the address. */
export function showScreen(element: ReactElement, address = '/', path = address.replace(/\?.*$/, '')) {
  storeToken({ accessToken: 'a', refreshToken: 'r', tokenType: 'Bearer' })
  window.scrollTo = () => {}
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [address] },
  )
  renderUi(
    <QueryClientProvider
      client={
        new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } } })
      }
    >
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), router, at: () => router.state.location.pathname + router.state.location.search }
}
