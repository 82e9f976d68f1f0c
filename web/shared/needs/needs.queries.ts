import { queryOptions } from '@tanstack/react-query'
import type { needsReply } from '#contract/needs.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'

/** What waits for the person, soonest first. */
export const needsQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('needs-you'), 'needs-you', userId],
    queryFn: ({ signal }) => api.get<typeof needsReply>('app/needs-you', { signal, quiet: true }),
  })
