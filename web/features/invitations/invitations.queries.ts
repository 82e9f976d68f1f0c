import { queryOptions, useMutation } from '@tanstack/react-query'
import type { inviteReply } from '#contract/circles.ts'
import type { invitationList, invitePeopleReply } from '#contract/invitations.ts'
import type { waitingReply } from '#contract/membership.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, circleFact, invitationsFact, inviteFact, membersFact, waitingListFact } from '#web/api/facts.ts'

const quiet = { quiet: true } as const

export const inviteQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(inviteFact(circleId)), 'invite', circleId],
    queryFn: ({ signal }) => api.get<typeof inviteReply>(`app/circle/${circleId}/invite`, { signal, quiet: true }),
  })

/** One link at a time: a new link invalidates the old one. */
export function useInviteLink(circleId: string) {
  const cache = useCache()
  const onSettled = () => cache.invalidate(acts.inviteChanged(circleId))
  return {
    make: useMutation({ mutationFn: () => api.post<typeof inviteReply>(`app/circle/${circleId}/invite`, {}, quiet), onSettled }),
    end: useMutation({ mutationFn: () => api.delete(`app/circle/${circleId}/invite`, quiet), onSettled }),
  }
}

export const invitationsQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(invitationsFact(circleId), membersFact(circleId), circleFact(circleId)), 'invitations', circleId],
    queryFn: ({ signal }) => api.get<typeof invitationList>(`app/circle/${circleId}/invitation`, { signal, quiet: true }),
  })

/** How many people have asked to be told when an arc comes free. */
export const askedToBeToldQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(waitingListFact(circleId)), 'asked-to-be-told', circleId],
    queryFn: ({ signal }) => api.get<typeof waitingReply>(`app/request-join/${circleId}`, { signal, quiet: true }),
    retry: false,
  })

type InviteForm = { readonly emails: readonly string[]; readonly note: string }

export const sendInvitations = (circleId: string, { emails, note }: InviteForm) =>
  api.post<typeof invitePeopleReply>(`app/circle/${circleId}/invitation`, { emails, ...(note && { note }) }, quiet)

export function useRemind(circleId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: (id: string) => api.post<typeof invitationList>(`app/circle/${circleId}/invitation/${id}`, {}, quiet),
    onSettled: () => cache.invalidate(acts.invitationsChanged(circleId)),
  })
}

export function useWithdraw(circleId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: (id: string) => api.delete(`app/circle/${circleId}/invitation/${id}`, quiet),
    onSettled: () => cache.invalidate(acts.invitationsChanged(circleId)),
  })
}
