import { useQuery } from '@tanstack/react-query'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { InvitationRow } from './invitation-row.tsx'
import styles from './invitations.module.css'
import { invitationsQuery } from './invitations.queries.ts'

/** Everyone who was invited by e-mail, newest first. */
export function InvitationList({ circleId }: { circleId: string }) {
  const { data: invitations, isError, refetch } = useQuery(invitationsQuery(circleId))
  if (isError && !invitations) {
    return <FailureState title="The invitations could not be loaded. Please try again." onRetry={() => void refetch()} />
  }
  if (!invitations) {
    return (
      <Loading label="Loading invitations">
        <Bone height={64} radius={10} />
      </Loading>
    )
  }
  if (invitations.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Invitations">
      {invitations.map((invitation) => (
        <InvitationRow key={invitation._id} circleId={circleId} invitation={invitation} />
      ))}
    </ul>
  )
}
