import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { longToast } from '#web/ui/feedback/toast-durations.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import styles from './invitations.module.css'
import { inviteQuery, useInviteLink } from './invitations.queries.ts'

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast.success('Link copied')
  } catch {
    toast.warning('The link could not be copied. Please select it and copy it yourself.', { duration: longToast })
  }
}

export function InviteLink({ circleId }: { circleId: string }) {
  const { data: invite } = useQuery(inviteQuery(circleId))
  const { make, end } = useInviteLink(circleId)
  return (
    <div className={styles.link}>
      <h3>By a link</h3>
      <p className="small sub">Whoever has the link sees your full name, and may see and join the circle.</p>
      {invite ? (
        <>
          <TextField label="Invite link" readOnly value={invite.link} onChange={() => {}} />
          <div className={styles.buttons}>
            <ActionButton variant="outline" onClick={() => void copy(invite.link)}>
              Copy link
            </ActionButton>
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
