import { queryOptions } from '@tanstack/react-query'
import type { publicConfigReply } from '#contract/config.ts'
import { showing } from './cache-rules.ts'
import { api } from './client.ts'

/** The server's settings; constant while the page is open. */
export const configQuery = queryOptions({
  queryKey: [showing(), 'config'],
  queryFn: ({ signal }) => api.get<typeof publicConfigReply>('public/config', { public: true, signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
