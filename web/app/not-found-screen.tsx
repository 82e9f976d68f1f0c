import { paths } from '#contract/paths.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'

const goBack = (
  <ActionButton variant="outline" to={paths.findCircles}>
    Go back
  </ActionButton>
)

export function NotFoundScreen() {
  return (
    <FailureState level="h1" title="Page Not Found" action={goBack}>
      There is no page at this address. It may have moved, or the link may be incomplete.
    </FailureState>
  )
}

export function ForbiddenScreen() {
  return (
    <FailureState level="h1" title="You can't access that" action={goBack}>
      Your account does not include this page. If you think it should, please contact support.
    </FailureState>
  )
}
