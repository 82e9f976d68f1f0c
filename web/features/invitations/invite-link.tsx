import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { copyInviteLink } from './copy-invite-link.ts'
import styles from './invitations.module.css'
import { inviteQuery, useInviteLink } from './invitations.queries.ts'

/** The circle's one link. A full circle makes none; one that it has still shows the circle, and can be ended. */
export function InviteLink({ circleId, isFull }: { circleId: string; isFull: boolean }) {
  const { data: invite } = useQuery(inviteQuery(circleId))
  const { make, end } = useInviteLink(circleId)
  if (isFull && !invite) return null
  return (
    <div className={styles.link}>
      <h3>By a link</h3>
      <p className="small sub">
        {isFull
          ? 'Everyone with the link sees your full name and the circle, and may ask to be told when an arc comes free.'
          : 'Everyone with the link sees your full name, and may see and join the circle.'}
      </p>
      {invite ? (
        <>
          <TextField label="Invite link" readOnly value={invite.link} onChange={() => {}} />
          <div className={styles.buttons}>
            {!isFull && (
              <ActionButton variant="outline" onClick={() => void copyInviteLink(invite.link)}>
                Copy link
              </ActionButton>
            )}
            <ActionButton variant="subtle" loading={end.isPending} onClick={() => end.mutate()}>
              End link
            </ActionButton>
          </div>
        </>
      ) : (
        <div className={styles.buttons}>
          <ActionButton variant="outline" loading={make.isPending} onClick={() => make.mutate()}>
            Make an invite link
          </ActionButton>
        </div>
      )}
    </div>
  )
}
