import { queryOptions } from '@tanstack/react-query'
import type { pastCircleListReply, pastCircleReply } from '#contract/past-circles.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'

const facts = showing('my-circles', 'my-money')

/** The circles that the person was a member of. */
export const pastCirclesQuery = (userId: string) =>
  queryOptions({
    queryKey: [facts, 'past-circles', userId],
    queryFn: ({ signal }) => api.get<typeof pastCircleListReply>('app/past-circle', { signal, quiet: true }),
  })

/** What a circle that the person left owes them, and what they signed there. */
export const pastCircleQuery = (circleId: string) =>
  queryOptions({
    queryKey: [facts, 'past-circle', circleId],
    queryFn: ({ signal }) => api.get<typeof pastCircleReply>(`app/past-circle/${circleId}`, { signal }),
  })
