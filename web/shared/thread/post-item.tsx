import { IconEyeOff, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { formatRecent, formatTimeOfDay } from '#domain/dates.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import ringLegendStyles from '#web/ui/ring/ring-legend.module.css'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { Composer } from './composer.tsx'
import { MentionText } from './mention-text.tsx'
import styles from './post.module.css'
import { PostMenu } from './post-menu.tsx'
import type { Reader, ThreadTopic } from './thread.queries.ts'

/** How a post says when it was written: with day and zone, in few words, or below the line of its day. */
export type PostTime = 'moment' | 'recent' | 'time'

export const postAnchor = (postId: string): string => `post-${postId}`

type PostItemProps = {
  post: Post
  topic: Pick<ThreadTopic, 'page'>
  readers: readonly Reader[]
  time?: PostTime
  isReadOnly?: boolean
  onEdit: (text: string) => Promise<unknown>
  onDelete: () => Promise<unknown>
}

const timeLeft = (until: string | null): number => (until === null ? 0 : Math.max(0, Date.parse(until) - Date.now()))

/** For how many minutes the author can still edit; 0 afterwards. Counts down, so that the button disappears on time. */
function useMinutesToEdit(until: string | null): number {
  const [time, setTime] = useState(() => timeLeft(until))
  useEffect(() => {
    setTime(timeLeft(until))
    if (timeLeft(until) === 0) return
    const counting = setInterval(() => setTime(timeLeft(until)), 10_000)
    const end = setTimeout(() => {
      clearInterval(counting)
      setTime(0)
    }, timeLeft(until))
    return () => {
      clearInterval(counting)
      clearTimeout(end)
    }
  }, [until])
  return Math.ceil(time / 60_000)
}

const minutesWords = (minutes: number): string => `${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}`

export function PostItem({ post, topic, readers, time = 'moment', isReadOnly = false, onEdit, onDelete }: PostItemProps) {
  const [isEditing, setEditing] = useState(false)
  const minutes = useMinutesToEdit(post.editableUntil)
  const { author } = post
  if (!author || post.state === 'hidden')
    return <GonePost post={post} icon={<IconEyeOff {...iconProps(18)} />} words="Hidden by an administrator" />
  const name = fullName(author)
  if (post.state === 'deleted') return <GonePost post={post} icon={<IconTrash {...iconProps(18)} />} words={`Deleted by ${name}`} />
  return (
    <article className={styles.post} id={postAnchor(post._id)}>
      <Avatar initial={initialOf(author)} arc={readers.find(({ _id }) => _id === author._id)?.arc} />
      <div className={styles.body}>
        <p className={styles.who}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {post.isMine && <span className={ringLegendStyles.youTag}>You</span>}
          {post.isBroker && <Badge>Broker</Badge>}
          <span className={styles.time}>
            <PostMoment at={post.createdAt} form={time} />
            {post.editedAt && ' · edited'}
          </span>
        </p>
        {isEditing ? (
          <Composer
            label="Change your post"
            button="Save"
            initial={post.text}
            readers={readers}
            mentioned={post.mentions}
            hint={minutes > 0 ? `You can edit this for ${minutesWords(minutes)}` : 'It is too late to edit this'}
            onSubmit={async (text) => {
              await onEdit(text)
              setEditing(false)
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p className={styles.words}>
            <MentionText text={post.text} mentions={post.mentions} />
          </p>
        )}
        {post.isMine && !isReadOnly && !isEditing && <OwnActions minutes={minutes} onEdit={() => setEditing(true)} onDelete={onDelete} />}
      </div>
      <PostMenu author={name} reportId={post.isMine ? null : post._id} path={`${topic.page}#${postAnchor(post._id)}`} />
    </article>
  )
}

/** Keeps its place without its words. */
const GonePost = ({ post, icon, words }: { post: Post; icon: ReactNode; words: string }) => (
  <article className={styles.post} id={postAnchor(post._id)}>
    <span className={styles.goneSign} aria-hidden="true">
      {icon}
    </span>
    <p className={styles.gone}>{words}</p>
  </article>
)

function PostMoment({ at, form }: { at: string; form: PostTime }) {
  const { zone, moment } = useDates()
  if (form === 'moment') return <Moment at={at} />
  return (
    <time className="num" dateTime={at} title={moment(at)}>
      {form === 'time' ? formatTimeOfDay(at, zone) : formatRecent(at, zone)}
    </time>
  )
}

/** Without minutes left it is too late to change the post. */
function OwnActions({ minutes, onEdit, onDelete }: { minutes: number; onEdit: () => void; onDelete: () => Promise<unknown> }) {
  const [isAsking, ask] = useState(false)
  const [isPending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    try {
      await onDelete()
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Something went wrong', { duration: longToast })
    }
    setPending(false)
    ask(false)
  }
  return (
    <div className={styles.actions}>
      {minutes > 0 && (
        <ActionButton variant="subtle" size="compact-sm" onClick={onEdit}>
          Edit
        </ActionButton>
      )}
      <ActionButton variant="subtle" size="compact-sm" onClick={() => ask(true)}>
        Delete
      </ActionButton>
      {minutes > 0 && <span>{minutesWords(minutes)} to edit</span>}
      <ConfirmDialog
        opened={isAsking}
        pending={isPending}
        title="Delete your post?"
        consequence="Its words are gone for everyone; its place stays."
        confirmLabel="Delete"
        onCancel={() => ask(false)}
        onConfirm={() => void remove()}
      />
    </div>
  )
}
