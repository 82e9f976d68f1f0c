import { queryOptions } from '@tanstack/react-query'
import type { deskReply } from '#contract/brokers.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'

/** The broker's circles with what waits in each. */
export const deskQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('my-assignments', 'needs-you', 'people'), 'broker-desk', userId],
    queryFn: ({ signal }) => api.get<typeof deskReply>('app/broker-desk', { signal }),
  })
