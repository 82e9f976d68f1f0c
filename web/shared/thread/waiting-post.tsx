import { fullName, initialOf } from '#domain/person.ts'
import type { WaitingAct } from '#web/api/outbox.ts'
import { useUser } from '#web/api/session.ts'
import { SentLater } from '#web/shared/waiting/sent-later.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import ringLegendStyles from '#web/ui/ring/ring-legend.module.css'
import { MentionText } from './mention-text.tsx'
import styles from './post.module.css'
import type { Reader } from './thread.queries.ts'

type WaitingPostProps = { act: WaitingAct; readers: readonly Reader[]; onTakenBack: (text: string) => void }

/** A post that could not be sent yet. */
export function WaitingPost({ act, readers, onTakenBack }: WaitingPostProps) {
  const user = useUser()
  const { text } = act.body as { text: string }
  return (
    <article className={styles.post}>
      <Avatar initial={user ? initialOf(user) : ''} arc={readers.find(({ _id }) => _id === user?._id)?.arc} />
      <div className={styles.body}>
        {user && (
          <p className={styles.who}>
            <strong>
              <bdi>{fullName(user)}</bdi>
            </strong>
            <span className={ringLegendStyles.youTag}>You</span>
          </p>
        )}
        <p className={styles.words}>
          <MentionText text={text} mentions={readers} />
        </p>
        <SentLater act={act} onTakenBack={() => onTakenBack(text)} />
      </div>
    </article>
  )
}
