import { useDocumentVisibility } from '@mantine/hooks'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { Post, threadReply } from '#contract/posts.ts'
import { useUser } from '#web/api/session.ts'
import { useWaitingActs } from '#web/api/waiting-acts.ts'
import { savedDraft } from '#web/shared/draft/saved-draft.ts'
import { type ThreadTopic, threadQuery, useReaders, useThread, useVisitThread } from './thread.queries.ts'

type Page = z.infer<typeof threadReply>['data']

const inOrder = (data: InfiniteData<Page> | undefined): readonly Post[] | undefined =>
  data?.pages.toReversed().flatMap((page) => page.items)

/** The posts of a thread, who reads them, and what can be done with them. Being shown they count as read. */
export function usePosts(topic: ThreadTopic) {
  // What is new is counted when the thread is opened, so a cached answer is not enough.
  const query = useInfiniteQuery({ ...threadQuery(topic), refetchOnMount: 'always' })
  const { data, hasNextPage, fetchNextPage } = query
  const acts = useThread(topic)
  const readers = useReaders(topic)
  const visit = useVisitThread(topic)
  // Posts that arrive in a tab in the background are not read yet. A visit before the answer would make it count nothing as new.
  const isRead = useDocumentVisibility() === 'visible' && query.isFetchedAfterMount
  const lastPost = data?.pages[0]?.items.at(-1)?._id
  useEffect(() => {
    if (lastPost && isRead) visit(lastPost)
  }, [lastPost, isRead, visit])

  // A link to a post opens the page that has it. Ids are in the order of time.
  const linked = linkedPost()
  const first = data?.pages.at(-1)?.items[0]?._id
  const isBefore = linked !== null && first !== undefined && linked < first
  useEffect(() => {
    if (isBefore && hasNextPage) void fetchNextPage()
  }, [isBefore, hasNextPage, fetchNextPage])
  const posts = inOrder(data)
  const isLinkedShown = linked !== null && (posts?.some(({ _id }) => _id === linked) ?? false)
  useEffect(() => {
    if (isLinkedShown) document.getElementById(`post-${linked}`)?.scrollIntoView({ block: 'center' })
  }, [isLinkedShown, linked])
  return { ...query, posts, unread: data?.pages[0]?.unread, ...acts, readers, isLinkedShown }
}

function linkedPost(): string | null {
  return /^#post-([0-9a-f-]{36})$/.exec(window.location.hash)?.[1] ?? null
}

/** What the person has written here without a connection. */
export const useWaitingPosts = (endpoint: string) =>
  useWaitingActs().filter(({ kind, path, refusal }) => kind === 'comment' && path === endpoint && refusal === null)

/** Unsent words stay in the field, across navigation and reload. */
export function usePostDraft(endpoint: string) {
  const userId = useUser()?._id ?? ''
  const stored = savedDraft<string>(`comment:${userId}:${endpoint}`)
  const [text, setText] = useState(() => stored.read() ?? '')
  const save = (next: string) => {
    setText(next)
    if (next === '') stored.discard()
    else stored.save(next)
  }
  return { text, save }
}
