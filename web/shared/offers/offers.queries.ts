import { queryOptions } from '@tanstack/react-query'
import type { offerListReply, offerReply } from '#contract/offers.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { circleFact, invitationsFact, membersFact, motionsFact, offersFact, waitingListFact } from '#web/api/facts.ts'

const facts = (circleId: string) =>
  showing(
    offersFact(circleId),
    motionsFact(circleId),
    circleFact(circleId),
    membersFact(circleId),
    waitingListFact(circleId),
    invitationsFact(circleId),
    'people',
  )

/** The offers of arcs of a circle: all for its members, for others those that ask or concern them. */
export const offersQuery = (circleId: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'offers', circleId],
    queryFn: ({ signal }) => api.get<typeof offerListReply>(`app/offer/${circleId}`, { signal, quiet: true }),
  })

/** One offer, also for people who wait for the circle or were invited to it. */
export const offerQuery = (circleId: string, offerId: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'offer', circleId, offerId],
    queryFn: ({ signal }) => api.get<typeof offerReply>(`app/offer/${circleId}/${offerId}`, { signal, quiet: true }),
  })
