import { IconCircleCheck } from '@tabler/icons-react'
import { paths, signUpFor, withInvite } from '#contract/paths.ts'
import { decideTakingPart } from '#domain/may/person.ts'
import { useUser } from '#web/api/session.ts'
import { OffersForYou } from '#web/shared/offers/offers-for-you.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './join-call.module.css'
import { WaitingList } from './waiting-list.tsx'

/** Replaces the join button when every share is taken: a link to the waiting list. */
export function FullCircle({ circleId, invite }: { circleId: string; invite: string | null }) {
  const user = useUser()
  return (
    <div className={styles.unavailable}>
      <Badge icon={<IconCircleCheck {...iconProps(15)} />}>Fully Funded</Badge>
      <p className="sub">Every share of this circle is taken.</p>
      {user && <OffersForYou circleId={circleId} />}
      {user && decideTakingPart(user).ok && <WaitingList circleId={circleId} invite={invite} />}
      {!user && (
        <ActionButton variant="outline" to={signUpFor(withInvite(paths.circlePublic(circleId), invite))}>
          Sign Up for the Waiting List
        </ActionButton>
      )}
    </div>
  )
}
