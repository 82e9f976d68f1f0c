import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { userReply } from '#contract/accounts.ts'
import type { GiveDetails, ownVerificationReply } from '#contract/verification.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'

export const ownVerificationQuery = queryOptions({
  queryKey: [showing('my-verification'), 'own-verification'],
  queryFn: ({ signal }) => api.get<typeof ownVerificationReply>('app/user-verification', { signal }),
})

/** The reply is the new state, so the page needs no second request. */
export function useGiveDetails() {
  const queryClient = useQueryClient()
  return async (details: GiveDetails) => {
    const state = await api.put<typeof ownVerificationReply>('app/user-verification', details)
    queryClient.setQueryData(ownVerificationQuery.queryKey, state)
    return state
  }
}

export function useAskAgain() {
  const cache = useCache()
  return useMutation({
    mutationFn: () => api.post<typeof userReply>('app/user-verification', {}),
    onSettled: () => cache.invalidate(acts.verificationRequested),
  })
}
