import { IconMail } from '@tabler/icons-react'
import { everyArcHeld } from '#domain/invitation.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { InvitationList } from './invitation-list.tsx'
import styles from './invitations.module.css'
import { InviteLink } from './invite-link.tsx'

type InvitePeopleProps = { circleId: string; isFull: boolean; onInvite: () => void }

/** For the owner: invitations by e-mail with their states, and the circle's link. A full circle has only those that it had. */
export function InvitePeople({ circleId, isFull, onInvite }: InvitePeopleProps) {
  return (
    <Card className={styles.root}>
      <h2>Invite people</h2>
      <div>
        {isFull ? (
          <p>{everyArcHeld}</p>
        ) : (
          <>
            <h3>By e-mail</h3>
            <p className="small sub">Each person gets a link of their own. You see how far they have come.</p>
            <div className={styles.buttons}>
              <ActionButton variant="outline" leftSection={<IconMail {...iconProps(18)} />} onClick={onInvite}>
                Invite by e-mail
              </ActionButton>
            </div>
          </>
        )}
        <InvitationList circleId={circleId} />
      </div>
      <InviteLink circleId={circleId} isFull={isFull} />
    </Card>
  )
}
