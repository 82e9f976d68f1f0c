import type { User } from '#contract/accounts.ts'
import type { Circle } from '#contract/circles.ts'
import { refusals } from '#contract/errors.ts'
import { paths, signUpFor, withInvite } from '#contract/paths.ts'
import { decideTakingPart } from '#domain/may/person.ts'
import type { CircleViewer } from '#web/api/circle-viewer.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { FullCircle } from './full-circle.tsx'
import styles from './join-call.module.css'

type JoinCallProps = { circle: Circle; viewer: CircleViewer; invite: string | null }

/** Joining is locked. The link leads to the missing step; the gate saves the current page. */
function JoinLater({ user, to }: { user: User; to: string }) {
  return (
    <div className={styles.unavailable}>
      <p className="sub">
        {user.onboardingComplete
          ? 'Your account is being verified. You can join as soon as that is done.'
          : 'Before you can join, tell us what you are looking for.'}
      </p>
      <ActionButton size="lg" to={to}>
        {user.onboardingComplete ? 'Join when verified' : 'Complete your profile'}
      </ActionButton>
    </div>
  )
}

/** The main action of a circle's page. */
export function JoinCall({ circle, viewer, invite }: JoinCallProps) {
  const user = useUser()
  const isFull = circle.sharesTotal > 0 && circle.sharesAvailable === 0
  if (viewer === 'unknown' && !isFull) return <Bone width={180} height="3.25rem" radius={10} />
  if (viewer === 'member') {
    return (
      <ActionButton size="lg" to={paths.circle(circle._id)}>
        View Circle
      </ActionButton>
    )
  }
  if (circle.sharesTotal === 0) return <p className="sub">{refusals.circle_not_open.error}</p>
  if (isFull) return <FullCircle circleId={circle._id} invite={invite} />
  if (viewer === 'visitor') {
    return (
      <ActionButton size="lg" to={signUpFor(withInvite(paths.joinCircle(circle._id), invite))}>
        Sign Up to Join
      </ActionButton>
    )
  }
  const decision = user && decideTakingPart(user)
  if (user && decision?.ok === false) {
    if (decision.reason === 'not_for_brokers') return <p className="sub">{refusals[decision.reason].error}</p>
    return <JoinLater user={user} to={withInvite(paths.joinCircle(circle._id), invite)} />
  }
  return (
    <ActionButton size="lg" to={withInvite(paths.joinCircle(circle._id), invite)}>
      Join This Circle
    </ActionButton>
  )
}
