import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { postReply, threadReply } from '#contract/deciding.ts'
import { circleKey } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'

/** What was written about a property: the newest page first, each page oldest first. */
export const threadQuery = (circleId: string, propertyId: string) =>
  infiniteQueryOptions({
    queryKey: [...circleKey(circleId), 'thread', propertyId],
    queryFn: ({ signal, pageParam }) =>
      api.get(`app/property/${propertyId}/thread${pageParam ? `?before=${pageParam}` : ''}`, threadReply, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasEarlier }) => (hasEarlier ? items[0]?._id : undefined),
  })

/** Writing, correcting and taking back, each followed by reading the thread again. */
export function useThread(circleId: string, propertyId: string) {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: circleKey(circleId) })
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
