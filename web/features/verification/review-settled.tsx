import { useState } from 'react'
import { refusals } from '#contract/errors.ts'
import type { VerificationReview } from '#contract/verification.ts'
import { isolate } from '#domain/isolate.ts'
import { askAgainAt, longestSentence } from '#domain/verification.ts'
import { useUser } from '#web/api/session.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { UndoVerification } from '#web/shared/verification/undo-verification.tsx'
import { useDecide } from '#web/shared/verification/verification.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './review.module.css'

/** Someone who is not waiting: what was decided, and for a declined person the way to let them ask again. */
export function SettledCard({ review }: { review: VerificationReview }) {
  const { day } = useDates()
  const { user, state, steps } = review
  const last = steps.find(({ kind }) => kind === state)
  const byline = last ? `${day(last.at)}${last.by ? ` by ${isolate(last.by)}` : ''}` : null
  return (
    <Card aria-label="Your decision">
      {state === 'verified' && (
        <>
          <h2>Verified</h2>
          <p className="sub">{byline ? `Decided on ${byline}.` : `${isolate(user.firstName)} can join, create and vote.`}</p>
          <UndoVerification review={review} />
        </>
      )}
      {state === 'reopened' && (
        <>
          <h2>Reopened</h2>
          <p className="sub">
            {byline && `Reopened on ${byline}. `}
            <bdi>{user.firstName}</bdi> may ask again and has not done so yet.
          </p>
        </>
      )}
      {state === 'not_requested' && (
        <>
          <h2>Not waiting</h2>
          <p className="sub">
            <bdi>{user.firstName}</bdi> has not asked to be verified.
          </p>
        </>
      )}
      {state === 'declined' && last && (
        <>
          <h2>Declined</h2>
          <p className="sub">
            Decided on {byline}. <bdi>{user.firstName}</bdi> may ask again from {day(askAgainAt(new Date(last.at)))}.
          </p>
          {last.words && <p className={styles.reason}>{last.words}</p>}
          <Reopen review={review} />
        </>
      )}
    </Card>
  )
}

function Reopen({ review: { user, lastDecision } }: { review: VerificationReview }) {
  const isSelf = useUser()?._id === user._id
  const [sentence, write] = useState('')
  const decide = useDecide(user._id)
  const reopen = () =>
    decide.mutate(
      { decision: 'reopened', sentence: sentence.trim(), lastDecision },
      { onSuccess: () => void toast.success('Request reopened') },
    )
  return (
    <div className={styles.form}>
      {isSelf && <p className="small sub">{refusals.own_flags.error}</p>}
      <CountedTextArea
        label="A sentence for the mail"
        rows={3}
        maxLength={longestSentence}
        hint={`${isolate(user.firstName)} reads this word for word.`}
        disabled={isSelf}
        value={sentence}
        onChange={write}
      />
      {decide.error && <FieldMessage>{decide.error.message}</FieldMessage>}
      <ActionButton variant="outline" fullWidth disabled={isSelf} loading={decide.isPending} onClick={reopen}>
        Let <bdi>{user.firstName}</bdi> ask again
      </ActionButton>
    </div>
  )
}
