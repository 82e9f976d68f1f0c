import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Path, paths } from '#contract/paths.ts'
import type { circlePeopleReply, postReply, threadReply } from '#contract/posts.ts'
import type { CircleRole, Mentioned } from '#domain/mentions.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { ringPlaceOf } from '#domain/ring.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { membersQuery } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'
import { acts, circleFact, membersFact, rulesFact, threadFact } from '#web/api/facts.ts'
import { currentAddress, sendOrKeep } from '#web/api/waiting-acts.ts'

/** What is discussed: its circle, the API's path of its thread, and the property's address, the motion's or the circle's title. */
export type ThreadTopic = {
  readonly circleId: string
  readonly endpoint: string
  readonly about: string
  /** The page that shows it, for links to a post. */
  readonly page: Path
  /** Only members read along, so nobody else can be mentioned. */
  readonly isForMembers: boolean
}

export const propertyThread = (circleId: string, propertyId: string, about: string): ThreadTopic => ({
  circleId,
  endpoint: `app/property/${propertyId}/thread`,
  about,
  page: paths.circleProperty(circleId, propertyId),
  isForMembers: false,
})
export const motionThread = (circleId: string, motionId: string, about: string): ThreadTopic => ({
  circleId,
  endpoint: `app/motion-thread/${motionId}`,
  about,
  page: paths.circleMotion(circleId, motionId),
  isForMembers: true,
})
export const conversationThread = (circleId: string, about: string): ThreadTopic => ({
  circleId,
  endpoint: `app/circle/${circleId}/conversation`,
  about,
  page: paths.circleConversation(circleId),
  isForMembers: false,
})

const threadKey = (circleId: string) => showing(threadFact(circleId), 'people')

/** Its posts: newest page first, each page oldest first. */
export const threadQuery = ({ circleId, endpoint }: Pick<ThreadTopic, 'circleId' | 'endpoint'>) =>
  infiniteQueryOptions({
    queryKey: [threadKey(circleId), 'thread', circleId, endpoint],
    queryFn: ({ signal, pageParam }) =>
      api.get<typeof threadReply>(`${endpoint}${pageParam ? `?before=${pageParam}` : ''}`, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasEarlier }) => (hasEarlier ? items[0]?._id : undefined),
  })

const latest = 3

/** Its last three posts. */
export const latestPostsQuery = ({ circleId, endpoint }: Pick<ThreadTopic, 'circleId' | 'endpoint'>) =>
  queryOptions({
    queryKey: [threadKey(circleId), 'latest-posts', circleId, endpoint],
    queryFn: ({ signal }) => api.get<typeof threadReply>(`${endpoint}?most=${latest}`, { signal, quiet: true }),
  })

export const circlePeopleQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(circleFact(circleId), membersFact(circleId), rulesFact(circleId), 'people'), 'circle-people', circleId],
    queryFn: ({ signal }) => api.get<typeof circlePeopleReply>(`app/circle/${circleId}/people`, { signal, quiet: true }),
  })

/** Someone who reads along and can be mentioned. `arc` is their place on the ring. */
export type Reader = Mentioned & {
  readonly initial: string
  readonly role: CircleRole | null
  readonly arc: number | undefined
  readonly isMember: boolean
}

/** Members as they joined, then brokers; empty until they are loaded. */
export function useReaders(topic: Pick<ThreadTopic, 'circleId' | 'isForMembers'>): readonly Reader[] {
  const { circleId, isForMembers } = topic
  const { data: people } = useQuery(circlePeopleQuery(circleId))
  const { data: members } = useQuery(membersQuery(circleId))
  return useMemo(
    () =>
      (people ?? [])
        .filter(({ isMember }) => isMember || !isForMembers)
        .map((person) => ({
          _id: person._id,
          name: fullName(person),
          initial: initialOf(person),
          role: person.role,
          arc: ringPlaceOf(members ?? [], person._id),
          isMember: person.isMember,
        })),
    [people, members, isForMembers],
  )
}

/** Says up to which post the person has read. */
export function useVisitThread(topic: ThreadTopic) {
  const { circleId, endpoint, about } = topic
  const cache = useCache()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (lastPost: string) =>
      sendOrKeep({
        kind: 'mark',
        method: 'PUT',
        path: `${endpoint}/visit`,
        body: { lastPost },
        subject: `visit:${endpoint}`,
        about,
        page: currentAddress(),
        changes: acts.threadVisited,
      }),
    onSuccess: ({ isKept }) => {
      queryClient.setQueryData(
        latestPostsQuery({ circleId, endpoint }).queryKey,
        (was) => was && { ...was, unread: { count: 0, first: null } },
      )
      return isKept ? undefined : cache.invalidate(acts.threadVisited)
    },
  })
  return mutate
}

/** Each mutation is followed by a refetch of the thread. */
export function useThread({ circleId, endpoint, about }: ThreadTopic) {
  const cache = useCache()
  const onSettled = () => cache.invalidate(acts.threadChanged(circleId))
  const write = useMutation({
    mutationFn: (text: string) =>
      sendOrKeep({
        kind: 'comment',
        method: 'POST',
        path: endpoint,
        body: { text },
        subject: `comment:${endpoint}:${Date.now()}`,
        about,
        page: currentAddress(),
        changes: acts.threadChanged(circleId),
      }),
    // Without a connection there is nothing new to load.
    onSettled: (result) => (result?.isKept ? undefined : onSettled()),
  })
  const edit = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) => api.put<typeof postReply>(`${endpoint}/${id}`, { text }, { quiet: true }),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${endpoint}/${id}`, { quiet: true }),
    onSettled,
  })
  return { write, edit, remove }
}
