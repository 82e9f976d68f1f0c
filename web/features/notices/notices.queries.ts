import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { markedReply, noticePage } from '#contract/notices.ts'
import { defaultNoticePageSize } from '#domain/pages.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'

const pageSize = defaultNoticePageSize

/** Newest first. Refetched when the live stream reports a new notice. */
export const noticesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [showing('notices'), 'notices', userId],
    queryFn: ({ signal, pageParam }) => api.get(`app/notice?page=${pageParam}&pageSize=${pageSize}`, noticePage, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
  })

/** Marks one notice as read, or `all`. */
export function useMarkRead() {
  const cache = useCache()
  return useMutation({
    mutationFn: (id: string) => api.post(`app/notice/${id}`, {}, markedReply, { quiet: true }),
    onSettled: () => cache.invalidate(acts.noticesRead),
  })
}
