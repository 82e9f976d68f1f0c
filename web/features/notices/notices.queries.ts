import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { markedReply, noticePage } from '#contract/notices.ts'
import { api } from '#web/api/client.ts'
import { noticesKey } from '#web/api/notices.ts'

const pageSize = 20

/** What happened in one's circles, newest first. The server tells when there is something new. */
export const noticesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [...noticesKey, userId],
    queryFn: ({ signal, pageParam }) => api.get(`app/notice?page=${pageParam}&pageSize=${pageSize}`, noticePage, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
  })

/** Marks one notice read, or `all`. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.post(`app/notice/${id}`, {}, markedReply, { quiet: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
  })
}
