import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { postReply, threadReply } from '#contract/deciding.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, threadFact } from '#web/api/facts.ts'

/** The posts about a property: newest page first, each page oldest first. */
export const threadQuery = (circleId: string, propertyId: string) =>
  infiniteQueryOptions({
    queryKey: [showing(threadFact(circleId), 'people'), 'thread', circleId, propertyId],
    queryFn: ({ signal, pageParam }) =>
      api.get(`app/property/${propertyId}/thread${pageParam ? `?before=${pageParam}` : ''}`, threadReply, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasEarlier }) => (hasEarlier ? items[0]?._id : undefined),
  })

/** Each mutation is followed by a refetch of the thread. */
export function useThread(circleId: string, propertyId: string) {
  const cache = useCache()
  const onSettled = () => cache.invalidate(acts.threadChanged(circleId))
  const write = useMutation({
    mutationFn: (text: string) => api.post(`app/property/${propertyId}/thread`, { text }, postReply, { quiet: true }),
    onSettled,
  })
  const edit = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      api.put(`app/property/${propertyId}/thread/${id}`, { text }, postReply, { quiet: true }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`app/property/${propertyId}/thread/${id}`, { quiet: true }),
    onSettled,
  })
  return { write, edit, remove }
}
