import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Property, voteReply } from '#contract/properties.ts'
import type { Preference } from '#domain/choices.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'

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

/** Without a reason, an unchanged vote keeps its earlier reason. */
type Ballot = { readonly preference: Preference | null; readonly reason?: string | null }

/** Casts, changes or clears one's vote. A failure is only logged; the dialog keeps the selection. */
export function useCastVote(property: Property, userId: string) {
  const queryClient = useQueryClient()
  const cache = useCache()
  const { queryKey } = propertiesQuery(property.circle._id)
  return useMutation({
    mutationFn: ({ preference, ...reason }: Ballot) =>
      api.put(`app/property-preference/${property._id}`, { user: userId, preference: preference ?? 'none', ...reason }, voteReply, {
        quiet: true,
      }),
    onSuccess: (counted) => {
      queryClient.setQueryData(queryKey, (properties) => properties && withVote(properties, userId, counted))
      // Not awaited: the dialog does not need reasons, history and record.
      void cache.invalidate(acts.voteCast(property.circle._id))
    },
    onError: (error) => console.error('The vote could not be saved', error),
  })
}
