import { queryOptions, useQuery } from '@tanstack/react-query'
import type { acquisitionReply, startOptionsReply } from '#contract/acquisition.ts'
import type { Stage } from '#domain/stages.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acquisitionFact, circleFact, membersFact, motionsFact, propertiesFact, rulesFact } from '#web/api/facts.ts'

/** What the circle buys or bought last; null while nothing was. Brokers get their own steps and no money. */
export const acquisitionQuery = (circleId: string) =>
  queryOptions({
    queryKey: [
      showing(acquisitionFact(circleId), circleFact(circleId), membersFact(circleId), motionsFact(circleId), 'people'),
      'acquisition',
      circleId,
    ],
    queryFn: ({ signal }) => api.get<typeof acquisitionReply>(`app/acquisition/${circleId}`, { signal, quiet: true }),
  })

/** The id of the property that the circle is buying, which is locked; null while it buys none. */
export function useBeingBought(circleId: string, stage: Stage): string | null {
  const { data } = useQuery({ ...acquisitionQuery(circleId), enabled: stage === 'buying' })
  return stage === 'buying' ? (data?.property._id ?? null) : null
}

/** Which properties can be bought, and what is missing before that. */
export const startOptionsQuery = (circleId: string) =>
  queryOptions({
    queryKey: [
      showing(
        acquisitionFact(circleId),
        circleFact(circleId),
        membersFact(circleId),
        propertiesFact(circleId),
        rulesFact(circleId),
        'people',
      ),
      'start-options',
      circleId,
    ],
    queryFn: ({ signal }) => api.get<typeof startOptionsReply>(`app/acquisition/${circleId}/start-options`, { signal, quiet: true }),
  })
