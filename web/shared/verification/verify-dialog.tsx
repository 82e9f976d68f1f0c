import { IconCheck, IconMessage2Question, IconMinus } from '@tabler/icons-react'
import type { VerificationReview } from '#contract/verification.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName } from '#domain/person.ts'
import { hasGiven, phoneWords } from '#domain/verification.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './verify.module.css'

type Item = { readonly name: string; readonly isThere: boolean; readonly words: string }

const notGiven = 'Nothing given'

/** What an administrator has to go by, and what is missing. */
const itemsOf = ({ user, given }: VerificationReview): readonly Item[] => [
  {
    name: 'Documents',
    isThere: given.documents.length > 0,
    words: given.documents.map(({ name }) => isolate(name)).join(', ') || notGiven,
  },
  { name: 'Phone', isThere: given.phone !== '', words: given.phone === '' ? notGiven : phoneWords(given.phone, given.bestTime) },
  { name: 'Note', isThere: given.note !== '', words: given.note === '' ? notGiven : `“${given.note}”` },
  { name: 'E-mail address', isThere: user.emailConfirmed, words: user.emailConfirmed ? 'Confirmed' : 'Not confirmed' },
]

type VerifyDialogProps = {
  /** Null while it is loading. */
  review: VerificationReview | null
  opened: boolean
  pending: boolean
  onCancel: () => void
  onConfirm: () => void
  onAskForMore: () => void
}

/** Nobody is verified without having seen what is there and what is missing. With nothing to go by, asking for more comes first. */
export function VerifyDialog({ review, opened, pending, onCancel, onConfirm, onAskForMore }: VerifyDialogProps) {
  const isEmpty = review !== null && !hasGiven(review.given)
  return (
    <Dialog
      opened={opened && review !== null}
      onClose={onCancel}
      title={review ? `Verify ${isolate(fullName(review.user))}?` : ''}
      width={460}
      withCloseButton={isEmpty}
      actions={
        isEmpty ? (
          <>
            <ActionButton variant="outline" onClick={onConfirm} loading={pending}>
              Verify User
            </ActionButton>
            <ActionButton onClick={onAskForMore} data-autofocus>
              Ask for more
            </ActionButton>
          </>
        ) : (
          <>
            <ActionButton variant="outline" onClick={onCancel} data-autofocus>
              Cancel
            </ActionButton>
            <ActionButton onClick={onConfirm} loading={pending}>
              Verify User
            </ActionButton>
          </>
        )
      }
    >
      {review && <Evidence review={review} />}
    </Dialog>
  )
}

function Evidence({ review }: { review: VerificationReview }) {
  const { question, user } = review
  return (
    <>
      {question && (
        <IconNote icon={<IconMessage2Question {...iconProps(16)} />}>
          {question.isAnswered ? 'Has answered' : 'Asked for more'}: {question.by} asked “{question.text}” on <Moment at={question.at} />.{' '}
          {question.isAnswered ? '' : `${isolate(user.firstName)} has not answered yet.`}
        </IconNote>
      )}
      <ul className={styles.evidence}>
        {itemsOf(review).map(({ name, isThere, words }) => (
          <li key={name} data-there={isThere}>
            <span className={styles.sign}>{isThere ? <IconCheck {...iconProps(16)} /> : <IconMinus {...iconProps(16)} />}</span>
            <span>
              <b>{name}</b>
              <span className="visually-hidden">{isThere ? ', there: ' : ', missing: '}</span>
              <span className={`small sub ${styles.words}`}>{words}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="small sub">
        <bdi>{user.firstName}</bdi> can join, create and vote at once. You can undo this for ten minutes; the mail leaves then.
      </p>
    </>
  )
}
