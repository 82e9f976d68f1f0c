import { queryOptions } from '@tanstack/react-query'
import type { endingReply, saleReply } from '#contract/sale.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acquisitionFact, circleFact, membersFact, moneyFact, motionsFact } from '#web/api/facts.ts'

/** The sale of the circle's property: what permits it, its settlement statement, and whether it is sold. */
export const saleQuery = (circleId: string) =>
  queryOptions({
    queryKey: [
      showing(acquisitionFact(circleId), circleFact(circleId), membersFact(circleId), motionsFact(circleId), moneyFact(circleId), 'people'),
      'sale',
      circleId,
    ],
    queryFn: ({ signal }) => api.get<typeof saleReply>(`app/sale/${circleId}`, { signal, quiet: true }),
  })

/** What stands in the way of ending the circle. */
export const endingQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(circleFact(circleId), motionsFact(circleId), moneyFact(circleId), 'people'), 'ending', circleId],
    queryFn: ({ signal }) => api.get<typeof endingReply>(`app/sale/${circleId}/ending`, { signal, quiet: true }),
  })
