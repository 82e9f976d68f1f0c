import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Property, voteReply } from '#contract/properties.ts'
import type { Preference } from '#domain/choices.ts'
import { mineKey, propertiesQuery } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'

type Counted = z.infer<typeof voteReply>['data']

/** The list with one property's vote as the server now counts it. */
const withVote = (properties: readonly Property[], userId: string, { property, preference, ...tally }: Counted): Property[] =>
  properties.map((each) => {
    if (each._id !== property) return each
    const others = each.preferences.filter((vote) => vote.user !== userId)
    return { ...each, preferences: preference ? [...others, { user: userId, preference }] : others, tally }
  })

/** Casts, changes or clears one's vote. A failure is only logged; the dialog keeps the selection. */
export function useCastVote(property: Property, userId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = propertiesQuery(property.circle._id)
  return useMutation({
    mutationFn: (preference: Preference | null) =>
      api.put(`app/property-preference/${property._id}`, { user: userId, preference: preference ?? 'none' }, voteReply, { quiet: true }),
    onSuccess: (counted) => {
      queryClient.setQueryData(queryKey, (properties) => properties && withVote(properties, userId, counted))
      return queryClient.invalidateQueries({ queryKey: mineKey })
    },
    onError: (error) => console.error('The vote could not be saved', error),
  })
}
