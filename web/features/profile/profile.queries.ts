import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { sessionList, userReply } from '#contract/accounts.ts'
import { noticeSettingsReply, type noticeSettingsRequest } from '#contract/notices.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { loadResource } from '#web/api/resource.ts'
import { toastFailure } from '#web/ui/feedback/toast-failure.ts'

/** Refetched when the screen opens: the save is checked against the version that was read. */
export const profileQuery = queryOptions({
  queryKey: [showing(), 'profile'],
  queryFn: ({ signal }) => loadResource({ endpoint: 'app/profile', schema: userReply }, signal),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

export const sessionsQuery = queryOptions({
  queryKey: [showing('my-sessions'), 'my-sessions'],
  queryFn: ({ signal }) => api.get('auth/session', sessionList, { signal }),
})

export const noticeSettingsQuery = queryOptions({
  queryKey: [showing('notice-settings'), 'notice-settings'],
  queryFn: ({ signal }) => api.get('app/notice-settings', noticeSettingsReply, { signal }),
})

/** Saves what is sent; other settings stay as they are. */
export function useSaveNoticeSettings() {
  const queryClient = useQueryClient()
  const cache = useCache()
  return useMutation({
    mutationFn: (settings: z.infer<typeof noticeSettingsRequest>) => api.put('app/notice-settings', settings, noticeSettingsReply),
    onSuccess: (saved) => {
      queryClient.setQueryData(noticeSettingsQuery.queryKey, saved)
      void cache.invalidate(acts.noticeSettingsSaved)
    },
    onError: toastFailure,
  })
}
