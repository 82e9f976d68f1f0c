import { queryOptions } from '@tanstack/react-query'
import type { inviterReply } from '#contract/invitations.ts'
import { withInvite } from '#contract/paths.ts'
import { isRefusal } from './api-error.ts'
import { showing } from './cache-rules.ts'
import { api } from './client.ts'
import { inviteFact } from './facts.ts'

/** Why a link cannot be used, if that is why this failed: it has ended, or was sent to another address. */
export function invitationRefusal(error: unknown): 'invitation_ended' | 'invitation_not_yours' | null {
  if (isRefusal(error, 'invitation_not_yours')) return 'invitation_not_yours'
  return isRefusal(error, 'invitation_ended') ? 'invitation_ended' : null
}

/** Who invites by this link. */
export function inviterQuery(circleId: string, isSignedIn: boolean, invite: string) {
  const group = isSignedIn ? 'app' : 'public'
  return queryOptions({
    queryKey: [showing(inviteFact(circleId), 'people'), 'inviter', circleId, group, invite],
    queryFn: ({ signal }) =>
      api.get<typeof inviterReply>(withInvite(`${group}/circle/${circleId}/inviter`, invite), { signal, public: !isSignedIn, quiet: true }),
    retry: (count, error) => invitationRefusal(error) === null && count < 2,
  })
}
