import { queryOptions, useQuery } from '@tanstack/react-query'
import { publicConfigReply } from '#contract/config.ts'
import { defaultNoticeSeconds } from '#domain/notice-period.ts'
import { showing } from './cache-rules.ts'
import { api } from './client.ts'

/** How this server is set up; it does not change while the page is open. */
export const configQuery = queryOptions({
  queryKey: [showing(), 'config'],
  queryFn: ({ signal }) => api.get('public/config', publicConfigReply, { public: true, signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The day of notice before a vote closes, as this server has it. */
export const useNoticeSeconds = (): number => useQuery(configQuery).data?.noticeSeconds ?? defaultNoticeSeconds
