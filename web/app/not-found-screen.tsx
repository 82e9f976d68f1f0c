import { paths } from '#contract/paths.ts'
import { NotFoundState } from '#web/ui/feedback/not-found-state.tsx'

export const NotFoundScreen = () => (
  <NotFoundState title="Page Not Found" to={paths.findCircles} back="Go back">
    There is no page at this address. It may have moved, or the link may be incomplete.
  </NotFoundState>
)

export const ForbiddenScreen = () => (
  <NotFoundState title="You can't access that" to={paths.findCircles} back="Go back">
    Your account does not include this page. If you think it should, please contact support.
  </NotFoundState>
)
