import { paths } from '#contract/paths.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'

export const UserNotFound = () => (
  <FailureState
    level="h1"
    title="User Not Found"
    action={
      <ActionButton variant="outline" to={paths.adminUsers}>
        Back to Users
      </ActionButton>
    }
  >
    This person could not be found.
  </FailureState>
)
