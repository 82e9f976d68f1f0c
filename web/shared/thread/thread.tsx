import { useDocumentVisibility } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { PostItem } from './post-item.tsx'
import styles from './thread.module.css'
import { type ThreadTopic, threadQuery, useThread, useVisitThread } from './thread.queries.ts'
import { WritePost } from './write-post.tsx'

type ThreadProps = {
  topic: ThreadTopic
  /** Who reads along, as the end of a sentence. */
  readers: string
  isReadOnly?: boolean
}

/** Questions and answers about a property or a motion. New posts arrive by live updates. */
export function Thread({ topic, readers, isReadOnly = false }: ThreadProps) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(threadQuery(topic))
  const { write, edit, remove } = useThread(topic)
  const visit = useVisitThread(topic)
  // Posts that arrive in a tab in the background are not read yet.
  const isVisible = useDocumentVisibility() === 'visible'
  const lastPost = data?.pages[0]?.items.at(-1)?._id
  useEffect(() => {
    if (lastPost && isVisible) visit(lastPost)
  }, [lastPost, isVisible, visit])
  if (isError && !data) return <FailureState title="The discussion could not be loaded. Please try again." onRetry={() => void refetch()} />
  const posts = data?.pages.toReversed().flatMap((page) => page.items)
  return (
    <div className={styles.thread}>
      {hasNextPage && (
        <ActionButton variant="subtle" data-flush="start" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier posts
        </ActionButton>
      )}
      {!posts && (
        <Loading>
          <Bone height={72} radius={10} />
        </Loading>
      )}
      {posts?.length === 0 && (
        <p className="sub">{isReadOnly ? 'Nothing was asked.' : `Nothing has been asked yet. ${readers} read along.`}</p>
      )}
      <div role="log" aria-label="Discussion">
        <ul className={styles.threadPosts}>
          {posts?.map((post) => (
            <li key={post._id}>
              <PostItem
                post={isReadOnly ? { ...post, editableUntil: null } : post}
                onEdit={(text) => edit.mutateAsync({ id: post._id, text })}
                onDelete={() => remove.mutateAsync(post._id)}
              />
            </li>
          ))}
        </ul>
      </div>
      {!isReadOnly && <WritePost label="Write to the circle" button="Post" onSubmit={(text) => write.mutateAsync(text)} />}
    </div>
  )
}
