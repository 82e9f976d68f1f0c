import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { userReply } from '#contract/accounts.ts'
import { type decideVerificationRequest, type GiveDetails, ownVerificationReply, verificationReviewReply } from '#contract/verification.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'

export const ownVerificationQuery = queryOptions({
  queryKey: [showing('my-verification'), 'own-verification'],
  queryFn: ({ signal }) => api.get('app/user-verification', ownVerificationReply, { signal }),
})

/** The reply is the new state, so the page needs no second request. */
export function useGiveDetails() {
  const queryClient = useQueryClient()
  return async (details: GiveDetails) => {
    const state = await api.put('app/user-verification', details, ownVerificationReply)
    queryClient.setQueryData(ownVerificationQuery.queryKey, state)
    return state
  }
}

export function useAskAgain() {
  const cache = useCache()
  return useMutation({
    mutationFn: () => api.post('app/user-verification', {}, userReply),
    onSettled: () => cache.invalidate(acts.verificationRequested),
  })
}

/**
 * Every decision changes lists of people, so it invalidates the review too. Refetched when the page opens, because no live event tells
 * administrators what the person has sent meanwhile.
 */
export const reviewQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('user-lists'), 'verification-review', userId],
    queryFn: ({ signal }) => api.get(`admin/user-verification/${encodeURIComponent(userId)}`, verificationReviewReply, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

type Decision = z.input<typeof decideVerificationRequest>

/** Also after a refusal the page shows what another administrator has decided. */
export function useDecide(userId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: (decision: Decision) =>
      api.post(`admin/user-verification/${encodeURIComponent(userId)}`, decision, verificationReviewReply),
    onSettled: () => void cache.invalidate(acts.verificationDecided),
  })
}
