import type { ReactNode } from 'react'
import { backToCircles } from '#web/shared/circle/last-circles.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'

/** The circle does not exist, or this person may not see it. */
export function CircleNotFound({ children }: { children?: ReactNode }) {
  return (
    <FailureState
      level="h1"
      title="Circle Not Found"
      action={
        <ActionButton variant="outline" to={backToCircles().to}>
          Back to Circles
        </ActionButton>
      }
    >
      The requested investment circle could not be found.
      {children}
    </FailureState>
  )
}
