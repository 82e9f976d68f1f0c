import { queryOptions } from '@tanstack/react-query'
import type { distributionListReply, distributionReply } from '#contract/distributions.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { circleFact, membersFact, moneyFact, motionsFact } from '#web/api/facts.ts'

const facts = (circleId: string) =>
  showing(moneyFact(circleId), motionsFact(circleId), circleFact(circleId), membersFact(circleId), 'people')

/** What was paid out in a circle: for its members, and for former ones what they received. */
export const distributionsQuery = (circleId: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'distributions', circleId],
    queryFn: ({ signal }) => api.get<typeof distributionListReply>(`app/distribution/${circleId}`, { signal, quiet: true }),
  })

export const distributionQuery = (circleId: string, distributionId: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'distribution', circleId, distributionId],
    queryFn: ({ signal }) => api.get<typeof distributionReply>(`app/distribution/${circleId}/${distributionId}`, { signal, quiet: true }),
  })
