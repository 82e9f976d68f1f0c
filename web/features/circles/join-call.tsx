import type { Circle } from '#contract/circles.ts'
import { refusals } from '#contract/errors.ts'
import { withInvite } from '#web/api/circles.ts'
import { useUser } from '#web/api/session.ts'
import type { Standing } from '#web/api/standing.ts'
import { paths, signUpFor } from '#web/paths.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Bone } from '#web/ui/skeletons.tsx'
import { FullCircle } from './full-circle.tsx'

type JoinCallProps = { circle: Circle; standing: Standing; invite: string | null }

/** The one clear next step of a circle's page. */
export function JoinCall({ circle, standing, invite }: JoinCallProps) {
  const user = useUser()
  if (standing === 'unknown') return <Bone width={180} height={52} radius={10} />
  if (standing === 'member') {
    return (
      <ActionButton size="lg" to={paths.circle(circle._id)}>
        View Circle
      </ActionButton>
    )
  }
  if (circle.sharesTotal === 0) return <p className="sub">{refusals.circle_not_open.error}</p>
  if (circle.sharesAvailable === 0) return <FullCircle circleId={circle._id} invite={invite} />
  if (standing === 'visitor') {
    return (
      <ActionButton size="lg" to={signUpFor(withInvite(paths.joinCircle(circle._id), invite))}>
        Sign Up to Join
      </ActionButton>
    )
  }
  if (user?.isBroker) return <p className="sub">{refusals.not_for_brokers.error}</p>
  return (
    <ActionButton size="lg" to={withInvite(paths.joinCircle(circle._id), invite)}>
      Join This Circle
    </ActionButton>
  )
}
