import { queryOptions } from '@tanstack/react-query'
import type { callListReply, callReply, owingReply } from '#contract/calls.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acquisitionFact, circleFact, membersFact, moneyFact } from '#web/api/facts.ts'

const facts = (circleId: string) =>
  showing(moneyFact(circleId), acquisitionFact(circleId), circleFact(circleId), membersFact(circleId), 'people')

/** A circle's calls, what the reader owes, and what waits for words. For its members. */
export const callsQuery = (circleId: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'calls', circleId],
    queryFn: ({ signal }) => api.get<typeof callListReply>(`app/call/${circleId}`, { signal, quiet: true }),
  })

export const callQuery = (circleId: string, callId: string) =>
  queryOptions({
    queryKey: [facts(circleId), 'call', circleId, callId],
    queryFn: ({ signal }) => api.get<typeof callReply>(`app/call/${circleId}/${callId}`, { signal, quiet: true }),
  })

/** What the person owes in all circles, soonest first. */
export const owingQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('my-money'), 'owing', userId],
    queryFn: ({ signal }) => api.get<typeof owingReply>('app/owing', { signal, quiet: true }),
  })
