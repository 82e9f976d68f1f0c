import { Link, useNavigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { refusals } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { useVerify } from '#web/shared/verification/use-verify.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './admin-users.module.css'

export function VerificationPanel({ user, isSelf }: { user: User; isSelf: boolean }) {
  const navigate = useNavigate()
  const { verify, isPending, isNotifying } = useVerify(user._id)
  const act = async (notifyOnly: boolean) => {
    if (await verify(notifyOnly)) await navigate(paths.admin)
  }
  return (
    <Card className={styles.waiting} aria-label="Verification">
      <h2>Verification requested</h2>
      <p className="sub">{isSelf ? refusals.own_flags.error : `${user.firstName} has completed onboarding and waits to be verified.`}</p>
      <div className={styles.buttons}>
        <ActionButton variant="light" disabled={isSelf} loading={isPending && !isNotifying} onClick={() => void act(false)}>
          Verify User
        </ActionButton>
        <ActionButton variant="outline" loading={isPending && isNotifying} onClick={() => void act(true)}>
          Send Email Notification
        </ActionButton>
      </div>
      <Link className={`text-link ${styles.reviewLink}`} to={paths.adminReviewUser(user._id)}>
        Review what {user.firstName} gave
      </Link>
    </Card>
  )
}

/** For someone who is neither verified nor waiting: a declined person can be let in again on the review page. */
export const NoRequestPanel = ({ user }: { user: User }) => (
  <Card aria-label="Verification">
    <h2>Verification</h2>
    <p className="sub">{user.firstName} is not waiting to be verified.</p>
    <Link className={`text-link ${styles.reviewLink}`} to={paths.adminReviewUser(user._id)}>
      Open the review
    </Link>
  </Card>
)
