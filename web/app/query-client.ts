import { QueryCache, QueryClient } from '@tanstack/react-query'
import { makeStale } from '#web/api/cache-rules.ts'
import { ApiError } from '#web/api/client.ts'

const mostRetries = 2

/** What the server refused stays refused; only what may pass by itself is asked again. */
const mayPass = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

export function createQueryClient(): QueryClient {
  // Refused what was open a moment ago: one is no longer a member or broker there, and the page may have to forward.
  const queryCache = new QueryCache({
    onError: (error, { state }) => {
      if (error instanceof ApiError && error.status === 403 && state.data !== undefined) {
        void makeStale(queryClient, ['my-circles', 'my-assignments'])
      }
    },
  })
  const queryClient = new QueryClient({
    queryCache,
    defaultOptions: {
      // `always`: a browser that believes to be offline gets an honest failure instead of an endless wait.
      queries: { networkMode: 'always', staleTime: 15_000, retry: (count, error) => count < mostRetries && mayPass(error) },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
