import { queryOptions } from '@tanstack/react-query'
import { sessionList, userReply } from '#contract/accounts.ts'
import { noticeSettingsReply } from '#contract/notices.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { loadResource } from '#web/api/resource.ts'

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
