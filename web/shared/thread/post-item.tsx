import { useEffect, useState } from 'react'
import type { Post } from '#contract/deciding.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { longToast } from '#web/ui/feedback/toast-durations.ts'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { LinkedText } from '#web/ui/layout/linked-text.tsx'
import styles from './thread.module.css'
import { WritePost } from './write-post.tsx'

type PostItemProps = { post: Post; onEdit: (text: string) => Promise<unknown>; onDelete: () => Promise<unknown> }

/** Whether the author can still edit. Re-renders at the time limit, so that the buttons disappear on time. */
function useIsEditable(until: string | null): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (until === null) return
    setOver(false)
    const timer = setTimeout(() => setOver(true), Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  return until !== null && !isOver
}

export function PostItem({ post, onEdit, onDelete }: PostItemProps) {
  const [isEditing, setEditing] = useState(false)
  const isEditable = useIsEditable(post.editableUntil)
  return (
    <article className={styles.post}>
      <Avatar initial={initialOf(post.author)} filled={post.isMine} size={36} />
      <div>
        <p className={styles.postWho}>
          <strong>{fullName(post.author)}</strong>
          {post.isBroker && <Badge kind="evergreen">Broker</Badge>}
          <span className="small muted">
            <Moment at={post.createdAt} />
            {post.editedAt && ' · edited'}
          </span>
        </p>
        {isEditing ? (
          <WritePost
            label="Change your post"
            button="Save"
            initial={post.text}
            onSubmit={async (text) => {
              await onEdit(text)
              setEditing(false)
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p className={styles.postWords}>
            <LinkedText>{post.text}</LinkedText>
          </p>
        )}
        {isEditable && !isEditing && <OwnActions onEdit={() => setEditing(true)} onDelete={onDelete} />}
      </div>
    </article>
  )
}

function OwnActions({ onEdit, onDelete }: { onEdit: () => void; onDelete: () => Promise<unknown> }) {
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
    <div className={styles.postActions}>
      <ActionButton variant="subtle" size="compact-sm" onClick={onEdit}>
        Edit
      </ActionButton>
      <ActionButton variant="subtle" size="compact-sm" onClick={() => ask(true)}>
        Delete
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        pending={isPending}
        title="Delete your post?"
        consequence="Your post is removed for everyone."
        confirmLabel="Delete"
        onCancel={() => ask(false)}
        onConfirm={() => void remove()}
      />
    </div>
  )
}
