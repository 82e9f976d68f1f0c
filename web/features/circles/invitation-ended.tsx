import { paths } from '#contract/paths.ts'
import { backToCircles } from '#web/shared/circle/last-circles.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'

/** The link to a hidden circle has ended, was used by someone else, or is wrong. */
export function InvitationEnded() {
  return (
    <FailureState
      level="h1"
      title="This invitation is no longer valid."
      action={
        <ActionButton variant="outline" to={backToCircles().to ?? paths.findCircles}>
          Back to Circles
        </ActionButton>
      }
    >
      Ask the person who sent it for a new one.
    </FailureState>
  )
}
