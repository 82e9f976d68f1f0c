import { QueryCache, QueryClient } from '@tanstack/react-query'
import { invalidateFacts } from '#web/api/cache-rules.ts'
import { ApiError } from '#web/api/client.ts'
import { isOnline } from '#web/api/connection.ts'

const mostRetries = 2

/** A refusal is final; only network and server failures are retried. */
const mayPass = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

export function createQueryClient(): QueryClient {
  // Refused data that was readable before: the person is no longer a member or broker there, and the page may have to redirect.
  const queryCache = new QueryCache({
    onError: (error, { state }) => {
      if (error instanceof ApiError && error.status === 403 && state.data !== undefined) {
        void invalidateFacts(queryClient, ['my-circles', 'my-assignments'])
      }
    },
  })
  const queryClient = new QueryClient({
    queryCache,
    defaultOptions: {
      // `always`: in the default mode a browser that reports offline would wait forever instead of failing.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 15_000,
        // What was seen can be read without a connection for as long.
        gcTime: 60 * 60_000,
        retry: (count, error) => count < mostRetries && mayPass(error) && isOnline(),
      },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
