import { queryOptions, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type { savedSearchList, savedSearchReply, saveSearchRequest } from '#contract/saved-searches.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'

export const savedSearchesQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('my-searches'), 'saved-searches', userId],
    queryFn: ({ signal }) => api.get<typeof savedSearchList>('app/saved-search', { signal, quiet: true }),
  })

export function useSaveSearch() {
  const cache = useCache()
  return useMutation({
    mutationFn: (search: z.infer<typeof saveSearchRequest>) => api.post<typeof savedSearchReply>('app/saved-search', search),
    onSettled: () => cache.invalidate(acts.searchesChanged),
  })
}

export function useChangeSearch(id: string) {
  const cache = useCache()
  const onSettled = () => cache.invalidate(acts.searchesChanged)
  const path = `app/saved-search/${id}`
  return {
    setMail: useMutation({ mutationFn: (byMail: boolean) => api.put<typeof savedSearchReply>(path, { byMail }), onSettled }),
    // Not where it is called: the row that deletes it is gone before.
    remove: useMutation({
      mutationFn: () => api.delete(path),
      onSuccess: () => void toast.success('Search deleted'),
      onError: toastFailure,
      onSettled,
    }),
  }
}
