import { paths } from '#contract/paths.ts'
import { NotFoundState } from '#web/ui/feedback/not-found-state.tsx'

export const UserNotFound = () => (
  <NotFoundState title="User Not Found" to={paths.adminUsers} back="Back to Users">
    This person could not be found.
  </NotFoundState>
)
