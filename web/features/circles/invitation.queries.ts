import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Inviter } from '#contract/invitations.ts'
import { withInvite } from '#contract/paths.ts'
import type { CircleViewer } from '#web/api/circle-viewer.ts'
import { api } from '#web/api/client.ts'
import { invitationRefusal, inviterQuery } from '#web/api/inviter.ts'
import { sessionQuery } from '#web/api/session.ts'

export type Invitation = {
  readonly inviter: Inviter | undefined
  readonly isPending: boolean
  readonly refusal: ReturnType<typeof invitationRefusal>
}

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
    api.post(withInvite(`${group}/circle/${circleId}/invitation-opened`, invite), {}, { public: !isSignedIn, quiet: true }).catch(() => {})
  }, [isFound, isSignedIn, circleId, invite])
  return {
    inviter: isReady ? inviter : undefined,
    isPending: hasInvite && (!isReady || isPending),
    refusal: isReady ? invitationRefusal(error) : null,
  }
}
