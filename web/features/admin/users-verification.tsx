import { useNavigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { refusals } from '#contract/errors.ts'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useVerifyUser } from './users.queries.ts'

/** Someone waits to be verified. */
export function VerificationPanel({ user, isSelf }: { user: User; isSelf: boolean }) {
  const navigate = useNavigate()
  const { mutateAsync, isPending, variables } = useVerifyUser(user._id)

  const verify = async (notifyOnly: boolean) => {
    try {
      const answer = await mutateAsync({ notifyOnly })
      if (answer && !notifyOnly) toast.success('User verified')
      if (answer?.mailed) toast.success('Verification email sent successfully!', { icon: 'mail' })
      else toast.error('Failed to send verify user email')
      if (answer) await navigate(paths.admin)
    } catch (error) {
      console.error(error)
      toast.error('Error sending verification email')
    }
  }
  return (
    <Card aria-label="Verification">
      <h2>Verification requested</h2>
      <p className="sub">{isSelf ? refusals.own_flags.error : `${user.firstName} has completed onboarding and waits to be verified.`}</p>
      <div className="users-buttons">
        <ActionButton
          variant="light"
          disabled={isSelf}
          loading={isPending && variables?.notifyOnly === false}
          onClick={() => void verify(false)}
        >
          Verify User
        </ActionButton>
        <ActionButton variant="outline" loading={isPending && variables?.notifyOnly === true} onClick={() => void verify(true)}>
          Send Email Notification
        </ActionButton>
      </div>
    </Card>
  )
}
