import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { noticePage } from '#contract/notices.ts'
import { defaultNoticePageSize } from '#domain/pages.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { currentAddress, sendOrKeep, useWaitingActs } from '#web/api/waiting-acts.ts'

const pageSize = defaultNoticePageSize

/** Newest first. Refetched when the live stream reports a new notice. */
export const noticesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [showing('notices'), 'notices', userId],
    queryFn: ({ signal, pageParam }) =>
      api.get<typeof noticePage>(`app/notice?page=${pageParam}&pageSize=${pageSize}`, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * pageSize < total ? page + 1 : undefined),
  })

const all = 'all'
const markSubject = (id: string): string => `notice:${id}`

/** Which notices were marked as read while that could not be sent. */
export function useKeptMarks(): { readonly has: (id: string) => boolean; readonly hasAll: boolean; readonly isEmpty: boolean } {
  const kept = new Set(useWaitingActs().map(({ subject }) => subject))
  const hasAll = kept.has(markSubject(all))
  return { has: (id) => hasAll || kept.has(markSubject(id)), hasAll, isEmpty: ![...kept].some((each) => each.startsWith(markSubject(''))) }
}

/** Marks one notice as read, or `all`. */
export function useMarkRead() {
  const cache = useCache()
  return useMutation({
    mutationFn: (id: string) =>
      sendOrKeep({
        kind: 'mark',
        method: 'POST',
        path: `app/notice/${id}`,
        body: {},
        subject: markSubject(id),
        about: 'Notices',
        page: currentAddress(),
        changes: acts.noticesRead,
      }),
    onSettled: (result) => (result?.isKept ? undefined : cache.invalidate(acts.noticesRead)),
  })
}
