import { queryOptions } from '@tanstack/react-query'
import { circleList, circleReply } from '#contract/circles.ts'
import { membershipList, ownMembershipList, publicMembershipList } from '#contract/membership.ts'
import { withInvite } from '#contract/paths.ts'
import { propertyList } from '#contract/properties.ts'
import { showing } from './cache-rules.ts'
import { api } from './client.ts'
import { circleFact, membersFact, propertiesFact, rulesFact } from './facts.ts'

export const circleQuery = (circleId: string, invite: string | null = null) =>
  queryOptions({
    queryKey: [showing(circleFact(circleId), 'people'), 'circle', circleId, invite],
    queryFn: ({ signal }) => api.get(withInvite(`app/circle/${circleId}`, invite), circleReply, { signal }),
  })

/** Its members with names; only members may read this. */
export const membersQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(membersFact(circleId), 'people'), 'members', circleId],
    queryFn: ({ signal }) => api.get(`app/circle-membership/${circleId}`, membershipList, { signal }),
  })

/** The members' holdings, without names. */
export const holdingsQuery = (circleId: string, invite: string | null = null) =>
  queryOptions({
    queryKey: [showing(membersFact(circleId)), 'holdings', circleId, invite],
    queryFn: ({ signal }) =>
      api.get(withInvite(`public/circle-membership/${circleId}`, invite), publicMembershipList, { signal, public: true }),
  })

export const propertiesQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(propertiesFact(circleId), membersFact(circleId), rulesFact(circleId), 'people'), 'properties', circleId],
    queryFn: ({ signal }) => api.get(`app/property/${circleId}`, propertyList, { signal }),
  })

export const myMembershipsQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('my-circles'), 'my-memberships', userId],
    queryFn: ({ signal }) => api.get(`app/user-membership/${userId}`, ownMembershipList, { signal }),
  })

export const myPropertiesQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('my-circles', 'my-properties'), 'my-properties', userId],
    queryFn: ({ signal }) => api.get(`app/user-circle-properties/${userId}`, propertyList, { signal }),
  })

export const brokerCirclesQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('my-assignments', 'people'), 'broker-circles', userId],
    queryFn: ({ signal }) => api.get(`app/broker-circles/${userId}`, circleList, { signal }),
  })
