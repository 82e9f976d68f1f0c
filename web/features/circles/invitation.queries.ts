import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Inviter, inviterReply } from '#contract/invitations.ts'
import { withInvite } from '#contract/paths.ts'
import { done } from '#contract/reply.ts'
import { showing } from '#web/api/cache-rules.ts'
import type { CircleViewer } from '#web/api/circle-viewer.ts'
import { ApiError, api } from '#web/api/client.ts'
import { inviteFact } from '#web/api/facts.ts'
import { sessionQuery } from '#web/api/session.ts'

const isEnded = (error: Error | null): boolean => error instanceof ApiError && error.code === 'invitation_ended'

function inviterQuery(circleId: string, isSignedIn: boolean, invite: string) {
  const group = isSignedIn ? 'app' : 'public'
  return queryOptions({
    queryKey: [showing(inviteFact(circleId), 'people'), 'inviter', circleId, group, invite],
    queryFn: ({ signal }) =>
      api.get(withInvite(`${group}/circle/${circleId}/inviter`, invite), inviterReply, { signal, public: !isSignedIn, quiet: true }),
    retry: (count, error) => !isEnded(error) && count < 2,
  })
}

export type Invitation = { readonly inviter: Inviter | undefined; readonly isPending: boolean; readonly isEnded: boolean }

/**
 * The invitation in the page's address, if there is one; pending until it is known whether the viewer is a member. The server records that
 * it was opened, so that the owner sees it.
 */
export function useInvitation(circleId: string, invite: string | null, viewer: CircleViewer): Invitation {
  const { data: user, isPending: isSessionPending } = useQuery(sessionQuery)
  const isSignedIn = Boolean(user)
  const hasInvite = Boolean(invite) && viewer !== 'member'
  const isReady = hasInvite && !isSessionPending && viewer !== 'unknown'
  const { data: inviter, error, isPending } = useQuery({ ...inviterQuery(circleId, isSignedIn, invite ?? ''), enabled: isReady })
  const isFound = isReady && inviter !== undefined
  useEffect(() => {
    if (!isFound) return
    const group = isSignedIn ? 'app' : 'public'
    // A failure has no consequence for the person; the next visit records it.
    api
      .post(withInvite(`${group}/circle/${circleId}/invitation-opened`, invite), {}, done, { public: !isSignedIn, quiet: true })
      .catch(() => {})
  }, [isFound, isSignedIn, circleId, invite])
  return { inviter: isReady ? inviter : undefined, isPending: hasInvite && (!isReady || isPending), isEnded: isReady && isEnded(error) }
}
