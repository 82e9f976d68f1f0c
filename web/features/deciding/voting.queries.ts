import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Property, voteReply } from '#contract/properties.ts'
import type { Preference } from '#domain/choices.ts'
import { isRefusal } from '#web/api/api-error.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { ApiError } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import type { WaitingAct } from '#web/api/outbox.ts'
import { currentAddress, sendOrKeep, useWaiting } from '#web/api/waiting-acts.ts'

type Counted = z.infer<typeof voteReply>['data']

/** The list with the server's new tally for one property. */
const withVote = (properties: readonly Property[], userId: string, counted: Counted): Property[] =>
  properties.map((each) => {
    const { property, preference, reason: _reason, standing, ...tally } = counted
    if (each._id !== property) return each
    const others = each.preferences.filter((vote) => vote.user !== userId)
    const preferences = preference ? [...others, { user: userId, preference }] : others
    return { ...each, preferences, tally, ...(each.deciding && standing && { deciding: { ...each.deciding, standing } }) }
  })

/** Why a vote was not saved. Without an answer nobody knows whether it was; voting again changes nothing then. */
export const voteFailure = (error: Error): string =>
  error instanceof ApiError && error.status > 0
    ? `Your vote was not saved. ${error.message}`
    : 'No answer came, so your vote may not be saved. Please try again.'

/** Without a reason, an unchanged vote keeps its earlier reason. */
type Ballot = { readonly preference: Preference | null; readonly reason?: string | null }

const subjectOf = (property: Pick<Property, '_id'>): string => `vote:${property._id}`

/** One's vote that waits to be sent. */
export function useKeptVote(property: Pick<Property, '_id'>): { act: WaitingAct; preference: Preference | null; reason: string } | null {
  const act = useWaiting(subjectOf(property))
  if (!act) return null
  const { preference, reason } = act.body as { preference: Preference | 'none'; reason?: string | null }
  return { act, preference: preference === 'none' ? null : preference, reason: reason ?? '' }
}

/** Casts, changes or clears one's vote on the property as it was read. After a failure the dialog keeps the selection and says why. */
export function useCastVote(property: Property, userId: string) {
  const queryClient = useQueryClient()
  const cache = useCache()
  const { queryKey } = propertiesQuery(property.circle._id)
  return useMutation({
    mutationFn: ({ preference, ...reason }: Ballot) =>
      sendOrKeep({
        kind: 'vote',
        method: 'PUT',
        path: `app/property-preference/${property._id}`,
        body: { user: userId, preference: preference ?? 'none', ...reason, version: property.version },
        subject: subjectOf(property),
        about: property.address,
        page: currentAddress(),
        changes: acts.voteCast(property.circle._id),
      }),
    onError: (error) => {
      if (isRefusal(error, 'property_changed')) void cache.invalidate(acts.propertySaved(property.circle._id))
    },
    onSuccess: (result) => {
      if (result.isKept) return
      const counted = result.data as Counted | undefined
      if (counted) queryClient.setQueryData(queryKey, (properties) => properties && withVote(properties, userId, counted))
      // Not awaited: the dialog does not need reasons, history and record.
      void cache.invalidate(acts.voteCast(property.circle._id))
    },
  })
}
