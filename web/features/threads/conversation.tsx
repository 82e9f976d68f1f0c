import { IconArrowUp } from '@tabler/icons-react'
import { Fragment, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { calendarDayOf, formatDayLine } from '#domain/dates.ts'
import { Composer } from '#web/shared/thread/composer.tsx'
import { PostItem } from '#web/shared/thread/post-item.tsx'
import type { ThreadTopic } from '#web/shared/thread/thread.queries.ts'
import { usePostDraft, usePosts, useWaitingPosts } from '#web/shared/thread/use-posts.ts'
import { WaitingPost } from '#web/shared/thread/waiting-post.tsx'
import { useZone } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './conversation.module.css'

export const nobodyWrote = 'Nobody has written yet. Say who you are and what you look for.'

type Opening = { readonly count: number; readonly first: string | null; readonly last: string }

/** All posts of a circle's conversation, oldest above. Opens at the first post that is new; new ones arrive by live updates. */
export function Conversation({ topic, isReadOnly }: { topic: ThreadTopic; isReadOnly: boolean }) {
  const thread = usePosts(topic)
  const { posts, unread, readers, isError, isFetchedAfterMount, refetch, write, edit, remove } = thread
  const draft = usePostDraft(topic.endpoint)
  const waiting = useWaitingPosts(topic.endpoint)
  const zone = useZone()
  // What was new on opening: by being shown it is read, and later answers count nothing.
  const [opening, setOpening] = useState<Opening | null>(null)
  if (opening === null && posts && unread && isFetchedAfterMount) setOpening({ ...unread, last: posts.at(-1)?._id ?? '' })
  const newLine = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  useOpenAt(opening !== null, thread.isLinkedShown, newLine, end)
  useKeepAtEnd(opening === null ? undefined : posts?.at(-1)?._id, end)

  if (isError && !posts) {
    return <FailureState title="The conversation could not be loaded. Please try again." onRetry={() => void refetch()} />
  }
  const newFrom = opening?.first
  const firstNew = newFrom ? posts?.find(({ _id }) => _id >= newFrom)?._id : undefined
  const newWords = `${opening?.count ?? 0} new since your last visit`
  return (
    <div className={styles.conversation}>
      {thread.hasNextPage && (
        <ActionButton
          className={styles.earlier}
          variant="subtle"
          leftSection={<IconArrowUp {...iconProps(17)} />}
          loading={thread.isFetchingNextPage}
          onClick={() => void thread.fetchNextPage()}
        >
          Earlier posts
        </ActionButton>
      )}
      {!posts && (
        <Loading>
          <div className={styles.bones}>
            <Bone height={64} radius={10} />
            <Bone height={64} radius={10} />
            <Bone height={64} radius={10} />
          </div>
        </Loading>
      )}
      {posts?.length === 0 && waiting.length === 0 && <p className="sub">{isReadOnly ? 'Nobody has written here.' : nobodyWrote}</p>}
      <div role="log" aria-label="Conversation">
        {posts?.map((post, index) => (
          <Fragment key={post._id}>
            {startsDay(posts[index - 1], post, zone) && <p className={styles.day}>{formatDayLine(post.createdAt, zone)}</p>}
            {post._id === firstNew && (
              <div className={styles.day} data-new="true" ref={newLine}>
                <hr aria-label={newWords} />
                <span aria-hidden="true">{newWords}</span>
              </div>
            )}
            <div className={styles.post} data-arrived={opening !== null && post._id > opening.last}>
              <PostItem
                post={post}
                topic={topic}
                readers={readers}
                time="time"
                isReadOnly={isReadOnly}
                onEdit={(text) => edit.mutateAsync({ id: post._id, text })}
                onDelete={() => remove.mutateAsync(post._id)}
              />
            </div>
          </Fragment>
        ))}
        {waiting.map((act) => (
          <div key={act.key} className={styles.post}>
            <WaitingPost act={act} readers={readers} onTakenBack={(text) => draft.save([text, draft.text].filter(Boolean).join('\n\n'))} />
          </div>
        ))}
      </div>
      <div ref={end} className={styles.end}>
        {!isReadOnly && (
          <Composer
            label="Write to the circle"
            button="Post"
            id="conversation-field"
            readers={readers}
            draft={draft}
            onSubmit={(text) => write.mutateAsync(text)}
          />
        )}
      </div>
    </div>
  )
}

const startsDay = (before: Post | undefined, post: Post, zone: string): boolean =>
  before === undefined || calendarDayOf(before.createdAt, zone) !== calendarDayOf(post.createdAt, zone)

/** Once the posts are there: at what is new, otherwise at the end; a link to a post has scrolled already. */
function useOpenAt(isOpened: boolean, isLinked: boolean, newLine: RefObject<HTMLElement | null>, end: RefObject<HTMLElement | null>): void {
  const isDone = useRef(false)
  useLayoutEffect(() => {
    if (!isOpened || isDone.current) return
    isDone.current = true
    if (isLinked) return
    if (newLine.current) newLine.current.scrollIntoView({ block: 'center' })
    else end.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpened, isLinked, newLine, end])
}

/** Scrolls to a post that has arrived, but only for someone who was at the end. */
function useKeepAtEnd(lastPost: string | undefined, end: RefObject<HTMLElement | null>): void {
  const isAtEnd = useRef(false)
  useEffect(() => {
    const element = end.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => {
      isAtEnd.current = entries.at(-1)?.isIntersecting ?? false
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [end])
  const shown = useRef(lastPost)
  useLayoutEffect(() => {
    if (shown.current !== undefined && shown.current !== lastPost && isAtEnd.current) end.current?.scrollIntoView({ block: 'nearest' })
    shown.current = lastPost
  }, [lastPost, end])
}
