import { backToCircles } from '#web/shared/circle/last-circles.ts'
import { NotFoundState } from '#web/ui/feedback/not-found-state.tsx'

/** The link to a hidden circle has ended, was used by someone else, or is wrong. */
export const InvitationEnded = () => (
  <NotFoundState title="This invitation is no longer valid." to={backToCircles().to} back="Back to Circles">
    Ask the person who sent it for a new one.
  </NotFoundState>
)
