import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { overviewReply } from '#contract/admin.ts'
import type { decideVerificationRequest, queuePlaceReply, verificationQueueReply, verificationReviewReply } from '#contract/verification.ts'
import type { QueueState } from '#domain/verification.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'

/** The figures of the admin overview. */
export const overviewQuery = queryOptions({
  queryKey: [showing('admin-figures', 'user-lists'), 'overview'],
  queryFn: ({ signal }) => api.get<typeof overviewReply>('admin/overview', { signal }),
})

/** How many people the overview lists at once. */
export const queuePageSize = 20

/** Everyone who waits, longest first. */
export const queueQuery = (state: QueueState | null = null, page = 1) =>
  queryOptions({
    queryKey: [showing('user-lists', 'admin-figures'), 'verification-queue', state, page],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), pageSize: String(queuePageSize), ...(state && { state }) })
      return api.get<typeof verificationQueueReply>(`admin/user-verification?${query}`, { signal })
    },
    placeholderData: keepPreviousData,
  })

/** Where a person stands in the queue and who follows, of all who wait or of those in one state. */
export const queuePlaceQuery = (userId: string, state: QueueState | null) =>
  queryOptions({
    queryKey: [showing('user-lists', 'admin-figures'), 'verification-queue-place', userId, state],
    queryFn: ({ signal }) => {
      const address = `admin/user-verification/${encodeURIComponent(userId)}/queue${state ? `?state=${state}` : ''}`
      return api.get<typeof queuePlaceReply>(address, { signal })
    },
    staleTime: 0,
  })

/** A person and what they gave. Refetched when it is opened, because a decision is made by it. */
export const reviewQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('user-lists'), 'verification-review', userId],
    queryFn: ({ signal }) => api.get<typeof verificationReviewReply>(`admin/user-verification/${encodeURIComponent(userId)}`, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

type Decision = z.input<typeof decideVerificationRequest>

/** Also after a refusal the page shows what another administrator has decided. */
export function useDecide(userId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: (decision: Decision) =>
      api.post<typeof verificationReviewReply>(`admin/user-verification/${encodeURIComponent(userId)}`, decision),
    onSettled: () => void cache.invalidate(acts.verificationDecided),
  })
}
