import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { postReply, threadReply } from '#contract/deciding.ts'
import { done } from '#contract/reply.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, threadFact } from '#web/api/facts.ts'

/** What is discussed: its circle, and the API's path of its thread. */
export type ThreadTopic = { readonly circleId: string; readonly endpoint: string }

export const propertyThread = (circleId: string, propertyId: string): ThreadTopic => ({
  circleId,
  endpoint: `app/property/${propertyId}/thread`,
})
export const motionThread = (circleId: string, motionId: string): ThreadTopic => ({ circleId, endpoint: `app/motion-thread/${motionId}` })

/** Its posts: newest page first, each page oldest first. */
export const threadQuery = ({ circleId, endpoint }: ThreadTopic) =>
  infiniteQueryOptions({
    queryKey: [showing(threadFact(circleId), 'people'), 'thread', circleId, endpoint],
    queryFn: ({ signal, pageParam }) =>
      api.get(`${endpoint}${pageParam ? `?before=${pageParam}` : ''}`, threadReply, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasEarlier }) => (hasEarlier ? items[0]?._id : undefined),
  })

/** Says up to which post the person has read. Not urgent: a failure is made up for by the next visit. */
export function useVisitThread({ endpoint }: ThreadTopic) {
  const cache = useCache()
  const { mutate } = useMutation({
    mutationFn: (lastPost: string) => api.put(`${endpoint}/visit`, { lastPost }, done, { quiet: true }),
    onSuccess: () => cache.invalidate(acts.threadVisited),
  })
  return mutate
}

/** Each mutation is followed by a refetch of the thread. */
export function useThread({ circleId, endpoint }: ThreadTopic) {
  const cache = useCache()
  const onSettled = () => cache.invalidate(acts.threadChanged(circleId))
  const write = useMutation({
    mutationFn: (text: string) => api.post(endpoint, { text }, postReply, { quiet: true }),
    onSettled,
  })
  const edit = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) => api.put(`${endpoint}/${id}`, { text }, postReply, { quiet: true }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${endpoint}/${id}`, { quiet: true }),
    onSettled,
  })
  return { write, edit, remove }
}
