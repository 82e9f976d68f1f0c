import { queryOptions } from '@tanstack/react-query'
import type { circleList, circleReply } from '#contract/circles.ts'
import type { membershipList, ownMembershipList, publicMembershipList } from '#contract/membership.ts'
import { withInvite } from '#contract/paths.ts'
import type { propertyList } from '#contract/properties.ts'
import { showing } from './cache-rules.ts'
import { api } from './client.ts'
import { circleFact, membersFact, propertiesFact, rulesFact } from './facts.ts'

export const circleQuery = (circleId: string, invite: string | null = null) =>
  queryOptions({
    queryKey: [showing(circleFact(circleId), 'people'), 'circle', circleId, invite],
    queryFn: ({ signal }) => api.get<typeof circleReply>(withInvite(`app/circle/${circleId}`, invite), { signal }),
  })

/** Its members with names; only members may read this. */
export const membersQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(membersFact(circleId), 'people'), 'members', circleId],
    queryFn: ({ signal }) => api.get<typeof membershipList>(`app/circle-membership/${circleId}`, { signal }),
  })

/** The members' holdings, without names. */
export const holdingsQuery = (circleId: string, invite: string | null = null) =>
  queryOptions({
    queryKey: [showing(membersFact(circleId)), 'holdings', circleId, invite],
    queryFn: ({ signal }) =>
      api.get<typeof publicMembershipList>(withInvite(`public/circle-membership/${circleId}`, invite), { signal, public: true }),
  })

export const propertiesQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(propertiesFact(circleId), membersFact(circleId), rulesFact(circleId), 'people'), 'properties', circleId],
    queryFn: ({ signal }) => api.get<typeof propertyList>(`app/property/${circleId}`, { signal }),
  })

export const myMembershipsQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('my-circles'), 'my-memberships', userId],
    queryFn: ({ signal }) => api.get<typeof ownMembershipList>(`app/user-membership/${userId}`, { signal }),
  })

export const myPropertiesQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('my-circles', 'my-properties'), 'my-properties', userId],
    queryFn: ({ signal }) => api.get<typeof propertyList>(`app/user-circle-properties/${userId}`, { signal }),
  })

export const brokerCirclesQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('my-assignments', 'people'), 'broker-circles', userId],
    queryFn: ({ signal }) => api.get<typeof circleList>(`app/broker-circles/${userId}`, { signal }),
  })
