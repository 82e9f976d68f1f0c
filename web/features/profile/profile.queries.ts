import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { deletionReply, sessionList, userReply } from '#contract/accounts.ts'
import type { noticeSettingsReply, noticeSettingsRequest } from '#contract/notices.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { toastFailure } from '#web/ui/feedback/toast.tsx'

/** Refetched when the screen opens: the save is checked against the version that was read. */
export const profileQuery = queryOptions({
  queryKey: [showing(), 'profile'],
  queryFn: ({ signal }) => api.get<typeof userReply>('app/profile', { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

export const sessionsQuery = queryOptions({
  queryKey: [showing('my-sessions'), 'my-sessions'],
  queryFn: ({ signal }) => api.get<typeof sessionList>('auth/session', { signal }),
})

/** What forbids deleting the account. */
export const deletionQuery = queryOptions({
  queryKey: [showing('my-circles', 'myself'), 'account-deletion'],
  queryFn: ({ signal }) => api.get<typeof deletionReply>('app/account-deletion', { signal, quiet: true }),
  staleTime: 0,
})

export const noticeSettingsQuery = queryOptions({
  queryKey: [showing('notice-settings'), 'notice-settings'],
  queryFn: ({ signal }) => api.get<typeof noticeSettingsReply>('app/notice-settings', { signal }),
})

/** Saves what is sent; other settings stay as they are. */
export function useSaveNoticeSettings() {
  const queryClient = useQueryClient()
  const cache = useCache()
  return useMutation({
    mutationFn: (settings: z.infer<typeof noticeSettingsRequest>) => api.put<typeof noticeSettingsReply>('app/notice-settings', settings),
    onSuccess: (saved) => {
      queryClient.setQueryData(noticeSettingsQuery.queryKey, saved)
      void cache.invalidate(acts.noticeSettingsSaved)
    },
    onError: toastFailure,
  })
}
