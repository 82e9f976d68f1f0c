import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/client.ts'

const mostRetries = 2

/** What the server refused stays refused; only what may pass by itself is asked again. */
const mayPass = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // `always`: a browser that believes to be offline gets an honest failure instead of an endless wait.
      queries: { networkMode: 'always', staleTime: 15_000, retry: (count, error) => count < mostRetries && mayPass(error) },
      mutations: { networkMode: 'always' },
    },
  })
