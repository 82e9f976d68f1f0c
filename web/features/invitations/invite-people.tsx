import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { InvitationRow } from './invitation-row.tsx'
import styles from './invitations.module.css'
import { invitationsQuery } from './invitations.queries.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteLink } from './invite-link.tsx'

/** For the owner: invitations by e-mail with their states, and the circle's link. */
export function InvitePeople({ circleId }: { circleId: string }) {
  const [isInviting, setInviting] = useState(false)
  return (
    <Card className={styles.root}>
      <h2>Invite people</h2>
      <div>
        <h3>By e-mail</h3>
        <p className="small sub">Each person gets a link of their own. You see how far they have come.</p>
        <div className={styles.buttons}>
          <ActionButton variant="outline" leftSection={<IconMail {...iconProps(18)} />} onClick={() => setInviting(true)}>
            Invite by e-mail
          </ActionButton>
        </div>
        <Invitations circleId={circleId} />
      </div>
      <InviteLink circleId={circleId} />
      {isInviting && <InviteDialog circleId={circleId} onClose={() => setInviting(false)} />}
    </Card>
  )
}

function Invitations({ circleId }: { circleId: string }) {
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
