import { backToCircles } from '#web/shared/lists/last-list.ts'
import { NotFoundState } from '#web/ui/feedback/not-found-state.tsx'

/** The link to a hidden circle has ended or is wrong, or it was sent to another address. */
export function InvitationRefused({ sentence }: { sentence: string }) {
  const [title = '', advice] = sentence.split(/(?<=\.) /)
  return (
    <NotFoundState title={title} to={backToCircles().to} back="Back to Circles">
      {advice}
    </NotFoundState>
  )
}
