import type { OwnVerification } from '#contract/verification.ts'
import { initialOf } from '#domain/person.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import styles from './verification.module.css'

/** What an administrator asked; it stays until the next decision. */
export function OurQuestion({ question: { text, by, at, isAnswered } }: { question: NonNullable<OwnVerification['question']> }) {
  const name = by || 'Someone'
  return (
    <div className={styles.question}>
      <Avatar initial={initialOf({ firstName: name, lastName: '' })} filled />
      <div>
        <b>
          <bdi>{name}</bdi> from Arcstead asks · <Day at={at} form="short" />
        </b>
        <p className={styles.sentence}>{text}</p>
        {isAnswered && <p className="small sub">You have answered. We look at it and write to you.</p>}
      </div>
    </div>
  )
}
