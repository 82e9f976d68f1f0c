import { refusals } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'

export function AdminCircleNotFound() {
  return (
    <FailureState
      level="h1"
      title="Circle Not Found"
      action={
        <ActionButton variant="outline" to={paths.adminCirclesOld}>
          Back to Circles
        </ActionButton>
      }
    >
      {refusals.circle_not_found.error}
    </FailureState>
  )
}
