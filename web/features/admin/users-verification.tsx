import { useNavigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { refusals } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './admin-users.module.css'
import { useVerifyUser } from './users.queries.ts'

/** Verifies a person, or with `notifyOnly` only sends the mail; reports the result in a toast. */
export function useVerify(userId: string) {
  const { mutateAsync, isPending, variables } = useVerifyUser(userId)
  const verify = async (notifyOnly: boolean): Promise<boolean> => {
    try {
      const answer = await mutateAsync({ notifyOnly })
      if (answer && !notifyOnly) toast.success('User verified')
      if (answer?.mailed) toast.success('Verification email sent successfully!', { icon: 'mail' })
      else toast.error('Failed to send verify user email')
      return Boolean(answer)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'email_not_confirmed') toast.error(error.message, { duration: 5_000 })
      else {
        console.error(error)
        toast.error('Error sending verification email')
      }
      return false
    }
  }
  return { verify, isPending, isNotifying: variables?.notifyOnly === true }
}

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
    </Card>
  )
}
