import { useQuery } from '@tanstack/react-query'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { circleStage } from '#web/shared/circle/circle-stage.ts'
import { Composer } from '#web/shared/thread/composer.tsx'
import { PostItem } from '#web/shared/thread/post-item.tsx'
import { conversationThread, latestPostsQuery, useReaders, useThread } from '#web/shared/thread/thread.queries.ts'
import { usePostDraft, useWaitingPosts } from '#web/shared/thread/use-posts.ts'
import { WaitingPost } from '#web/shared/thread/waiting-post.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './conversation.module.css'
import { nobodyWrote } from './conversation.tsx'

/** The last posts of a circle's conversation. They count as read on the page of the conversation, not here. */
export function ConversationCard({ circle }: { circle: Circle }) {
  const topic = conversationThread(circle._id, circle.title)
  const { data, isError, refetch } = useQuery(latestPostsQuery(topic))
  const { write, edit, remove } = useThread(topic)
  const readers = useReaders(topic)
  const draft = usePostDraft(topic.endpoint)
  const waiting = useWaitingPosts(topic.endpoint)
  const isReadOnly = circleStage(circle) === 'ended'
  const isEmpty = data?.items.length === 0 && waiting.length === 0
  const unread = data?.unread.count ?? 0
  return (
    <Card>
      <CardHeader
        title={
          <span className={styles.title}>
            Conversation
            {unread > 0 && <Badge kind="evergreen">{unread} new</Badge>}
          </span>
        }
        {...(!isEmpty && {
          aside: (
            <ActionButton variant="subtle" to={paths.circleConversation(circle._id)}>
              All posts
            </ActionButton>
          ),
        })}
      />
      {isError && !data && <FailureState title="The conversation could not be loaded. Please try again." onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Loading>
          <Bone height={72} radius={10} />
        </Loading>
      )}
      {isEmpty && <p className="sub">{isReadOnly ? 'Nobody has written here.' : nobodyWrote}</p>}
      {!isEmpty && data && (
        <div className={styles.latest} role="log" aria-label="Last posts">
          {data.items.map((post) => (
            <div key={post._id}>
              <PostItem
                post={post}
                topic={topic}
                readers={readers}
                time="recent"
                isReadOnly={isReadOnly}
                onEdit={(text) => edit.mutateAsync({ id: post._id, text })}
                onDelete={() => remove.mutateAsync(post._id)}
              />
            </div>
          ))}
          {waiting.map((act) => (
            <div key={act.key}>
              <WaitingPost
                act={act}
                readers={readers}
                onTakenBack={(text) => draft.save([text, draft.text].filter(Boolean).join('\n\n'))}
              />
            </div>
          ))}
        </div>
      )}
      {!isReadOnly && (
        <div className={styles.write}>
          <Composer
            label="Write to the circle"
            button="Post"
            id="conversation-field"
            isCompact
            readers={readers}
            draft={draft}
            onSubmit={(text) => write.mutateAsync(text)}
          />
        </div>
      )}
    </Card>
  )
}
