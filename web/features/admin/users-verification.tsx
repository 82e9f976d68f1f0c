import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { refusals } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { backToFilteredPeople } from '#web/shared/lists/filtered-people.ts'
import { UndoVerification } from '#web/shared/verification/undo-verification.tsx'
import { useVerify } from '#web/shared/verification/use-verify.ts'
import { reviewQuery } from '#web/shared/verification/verification.queries.ts'
import { VerifyDialog } from '#web/shared/verification/verify-dialog.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './admin-users.module.css'

export function VerificationPanel({ user, isSelf }: { user: User; isSelf: boolean }) {
  const navigate = useNavigate()
  const [isAsking, ask] = useState(false)
  const { data: review = null, isLoading } = useQuery({ ...reviewQuery(user._id), enabled: isAsking })
  const { verify, isPending, isNotifying } = useVerify(user._id)
  const act = async (notifyOnly: boolean) => {
    if (!(await verify({ notifyOnly, lastDecision: notifyOnly ? undefined : review?.lastDecision }))) return ask(false)
    const { to, state } = backToFilteredPeople() ?? { to: paths.admin, state: null }
    await navigate(to, { state })
  }
  return (
    <Card className={styles.waiting} aria-label="Verification">
      <h2>Verification requested</h2>
      <p className="sub">
        {isSelf ? refusals.own_flags.error : `${isolate(user.firstName)} has completed onboarding and waits to be verified.`}
      </p>
      <div className={styles.buttons}>
        <ActionButton variant="light" disabled={isSelf} loading={isAsking && isLoading} onClick={() => ask(true)}>
          Verify User
        </ActionButton>
        <ActionButton variant="outline" loading={isPending && isNotifying} onClick={() => void act(true)}>
          Send Email Notification
        </ActionButton>
      </div>
      <Link className={`text-link ${styles.reviewLink}`} to={paths.adminReviewUser(user._id)}>
        Review what <bdi>{user.firstName}</bdi> gave
      </Link>
      <VerifyDialog
        review={review}
        opened={isAsking}
        pending={isPending && !isNotifying}
        onCancel={() => ask(false)}
        onConfirm={() => void act(false)}
        onAskForMore={() => void navigate(paths.adminAskUser(user._id))}
      />
    </Card>
  )
}

/** For ten minutes after a verification. */
export function UndoPanel({ user, onUndone }: { user: User; onUndone: () => void }) {
  const { data: review } = useQuery(reviewQuery(user._id))
  if (!review?.undoUntil) return null
  return <UndoVerification review={review} onUndone={onUndone} />
}

/** For someone who is neither verified nor waiting: a declined person can be let in again on the review page. */
export const NoRequestPanel = ({ user }: { user: User }) => (
  <Card aria-label="Verification">
    <h2>Verification</h2>
    <p className="sub">
      <bdi>{user.firstName}</bdi> is not waiting to be verified.
    </p>
    <Link className={`text-link ${styles.reviewLink}`} to={paths.adminReviewUser(user._id)}>
      Open the review
    </Link>
  </Card>
)
