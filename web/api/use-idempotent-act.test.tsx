import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError, type CallOptions } from './client.ts'
import { useIdempotentAct } from './use-idempotent-act.ts'

const lost = new ApiError(0, 'Something went wrong...')
const refused = new ApiError(409, 'No')

test('an act is repeated with its key until there is an answer; another act, or the same one later, has a new key', async () => {
  const client = new QueryClient()
  const { result } = renderHook(() => useIdempotentAct([]), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const keys: (string | undefined)[] = []
  const send = (of: string, failure?: ApiError) =>
    result
      .current(of, async ({ idempotencyKey }: CallOptions) => {
        keys.push(idempotencyKey)
        if (failure) throw failure
      })
      .catch((error) => expect(error).toBe(failure))
  await Promise.all([send('pay 5', lost), send('pay 5', lost)])
  await send('pay 5')
  await send('pay 5', refused)
  await send('pay 5')
  await send('pay 6')
  const [first, ...later] = keys
  expect(later.slice(0, 2)).toEqual([first, first])
  expect(new Set([first, ...later.slice(2)]).size).toBe(4)
})
