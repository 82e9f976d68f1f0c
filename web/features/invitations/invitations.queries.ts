import { queryOptions, useMutation } from '@tanstack/react-query'
import { inviteReply } from '#contract/circles.ts'
import { invitationList, invitePeopleReply } from '#contract/invitations.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, invitationsFact, inviteFact } from '#web/api/facts.ts'

const quiet = { quiet: true } as const

export const inviteQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(inviteFact(circleId)), 'invite', circleId],
    queryFn: ({ signal }) => api.get(`app/circle/${circleId}/invite`, inviteReply, { signal, quiet: true }),
  })

/** One link at a time: a new link invalidates the old one. */
export function useInviteLink(circleId: string) {
  const cache = useCache()
  const onSettled = () => cache.invalidate(acts.inviteChanged(circleId))
  return {
    make: useMutation({ mutationFn: () => api.post(`app/circle/${circleId}/invite`, {}, inviteReply, quiet), onSettled }),
    end: useMutation({ mutationFn: () => api.delete(`app/circle/${circleId}/invite`, quiet), onSettled }),
  }
}

export const invitationsQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(invitationsFact(circleId)), 'invitations', circleId],
    queryFn: ({ signal }) => api.get(`app/circle/${circleId}/invitation`, invitationList, { signal, quiet: true }),
  })

type InviteForm = { readonly emails: readonly string[]; readonly note: string }

export const sendInvitations = (circleId: string, { emails, note }: InviteForm) =>
  api.post(`app/circle/${circleId}/invitation`, { emails, ...(note && { note }) }, invitePeopleReply, quiet)

export function useRemind(circleId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: (id: string) => api.post(`app/circle/${circleId}/invitation/${id}`, {}, invitationList, quiet),
    onSettled: () => cache.invalidate(acts.invitationsChanged(circleId)),
  })
}

export function useRevoke(circleId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: (id: string) => api.delete(`app/circle/${circleId}/invitation/${id}`, quiet),
    onSettled: () => cache.invalidate(acts.invitationsChanged(circleId)),
  })
}
