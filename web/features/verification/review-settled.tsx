import { useState } from 'react'
import { refusals } from '#contract/errors.ts'
import type { VerificationReview } from '#contract/verification.ts'
import { formatDate } from '#domain/dates.ts'
import { askAgainAt, longestSentence } from '#domain/verification.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './review.module.css'
import { useDecide } from './verification.queries.ts'

/** Someone who is not waiting: what was decided, and for a declined person the way to let them ask again. */
export function SettledCard({ review }: { review: VerificationReview }) {
  const { user, state, steps } = review
  const last = steps.find(({ kind }) => kind === state)
  const byline = last ? `${formatDate(last.at)}${last.by ? ` by ${last.by}` : ''}` : null
  return (
    <Card aria-label="Your decision">
      {state === 'verified' && (
        <>
          <h2>Verified</h2>
          <p className="sub">{byline ? `Decided on ${byline}.` : `${user.firstName} can join, create and vote.`}</p>
        </>
      )}
      {state === 'reopened' && (
        <>
          <h2>Reopened</h2>
          <p className="sub">
            {byline && `Reopened on ${byline}. `}
            {user.firstName} may ask again and has not done so yet.
          </p>
        </>
      )}
      {state === 'not_requested' && (
        <>
          <h2>Not waiting</h2>
          <p className="sub">{user.firstName} has not asked to be verified.</p>
        </>
      )}
      {state === 'declined' && last && (
        <>
          <h2>Declined</h2>
          <p className="sub">
            Decided on {byline}. {user.firstName} may ask again from {formatDate(askAgainAt(new Date(last.at)))}.
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
        hint={`${user.firstName} reads this word for word.`}
        disabled={isSelf}
        value={sentence}
        onChange={write}
      />
      {decide.error && <FieldMessage>{decide.error.message}</FieldMessage>}
      <ActionButton variant="outline" fullWidth disabled={isSelf} loading={decide.isPending} onClick={reopen}>
        Let {user.firstName} ask again
      </ActionButton>
    </div>
  )
}
