import { queryOptions } from '@tanstack/react-query'
import { circleList, circleReply } from '#contract/circles.ts'
import { membershipList, ownMembershipList, publicMembershipList } from '#contract/membership.ts'
import { propertyList } from '#contract/properties.ts'
import { api } from './client.ts'

/**
 * What several features read of a circle, under one key each, so that a live change refreshes every screen that shows it.
 * Every key of a circle begins with ['circle', id].
 */
export const circleKey = (circleId: string) => ['circle', circleId] as const

/** An owner's invite opens a hidden circle to whoever holds it. */
export const withInvite = (path: string, invite: string | null): string => (invite ? `${path}?${new URLSearchParams({ invite })}` : path)

/** A circle as this session sees it. */
export const circleQuery = (circleId: string, invite: string | null = null) =>
  queryOptions({
    queryKey: [...circleKey(circleId), 'facts', invite],
    queryFn: ({ signal }) => api.get(withInvite(`app/circle/${circleId}`, invite), circleReply, { signal }),
  })

/** Its members with names, for whoever is inside. */
export const membersQuery = (circleId: string) =>
  queryOptions({
    queryKey: [...circleKey(circleId), 'members'],
    queryFn: ({ signal }) => api.get(`app/circle-membership/${circleId}`, membershipList, { signal }),
  })

/** What its members hold, without saying who. */
export const holdingsQuery = (circleId: string, invite: string | null = null) =>
  queryOptions({
    queryKey: [...circleKey(circleId), 'holdings', invite],
    queryFn: ({ signal }) =>
      api.get(withInvite(`public/circle-membership/${circleId}`, invite), publicMembershipList, { signal, public: true }),
  })

export const propertiesQuery = (circleId: string) =>
  queryOptions({
    queryKey: [...circleKey(circleId), 'properties'],
    queryFn: ({ signal }) => api.get(`app/property/${circleId}`, propertyList, { signal }),
  })

/** Everything below begins with ['mine']: it changes when one joins or leaves. */
export const mineKey = ['mine'] as const

export const myMembershipsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...mineKey, 'memberships', userId],
    queryFn: ({ signal }) => api.get(`app/user-membership/${userId}`, ownMembershipList, { signal }),
  })

export const myPropertiesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...mineKey, 'properties', userId],
    queryFn: ({ signal }) => api.get(`app/user-circle-properties/${userId}`, propertyList, { signal }),
  })

export const brokerCirclesQuery = (userId: string) =>
  queryOptions({
    queryKey: [...mineKey, 'broker-circles', userId],
    queryFn: ({ signal }) => api.get(`app/broker-circles/${userId}`, circleList, { signal }),
  })
