import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Composer } from './composer.tsx'
import { PostItem } from './post-item.tsx'
import styles from './thread.module.css'
import type { ThreadTopic } from './thread.queries.ts'
import { usePostDraft, usePosts, useWaitingPosts } from './use-posts.ts'
import { WaitingPost } from './waiting-post.tsx'

type ThreadProps = {
  topic: ThreadTopic
  /** Who reads along, as the end of a sentence. */
  readers: string
  isReadOnly?: boolean
}

/** Questions and answers about a property or a motion. New posts arrive by live updates. */
export function Thread({ topic, readers: readersWords, isReadOnly = false }: ThreadProps) {
  const { posts, readers, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, write, edit, remove } = usePosts(topic)
  const draft = usePostDraft(topic.endpoint)
  const waiting = useWaitingPosts(topic.endpoint)
  if (isError && !posts)
    return <FailureState title="The discussion could not be loaded. Please try again." onRetry={() => void refetch()} />
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
        <p className="sub">{isReadOnly ? 'Nothing was asked.' : `Nothing has been asked yet. ${readersWords} read along.`}</p>
      )}
      <div role="log" aria-label="Discussion">
        <ul className={styles.threadPosts}>
          {posts?.map((post) => (
            <li key={post._id}>
              <PostItem
                post={post}
                topic={topic}
                readers={readers}
                isReadOnly={isReadOnly}
                onEdit={(text) => edit.mutateAsync({ id: post._id, text })}
                onDelete={() => remove.mutateAsync(post._id)}
              />
            </li>
          ))}
          {waiting.map((act) => (
            <li key={act.key}>
              <WaitingPost
                act={act}
                readers={readers}
                onTakenBack={(text) => draft.save([text, draft.text].filter(Boolean).join('\n\n'))}
              />
            </li>
          ))}
        </ul>
      </div>
      {!isReadOnly && (
        <Composer label="Write to the circle" button="Post" readers={readers} draft={draft} onSubmit={(text) => write.mutateAsync(text)} />
      )}
    </div>
  )
}
