import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { inviteReply } from '#contract/circles.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, inviteFact } from '#web/api/facts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import styles from './member-circle.module.css'

const inviteQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(inviteFact(circleId)), 'invite', circleId],
    queryFn: ({ signal }) => api.get(`app/circle/${circleId}/invite`, inviteReply, { signal, quiet: true }),
  })

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast.success('Link copied')
  } catch {
    toast.warning('The link could not be copied. Please select it and copy it yourself.', { duration: 5_000 })
  }
}

/** One link at a time: a new link invalidates the old one. */
export function InviteLink({ circleId }: { circleId: string }) {
  const cache = useCache()
  const { data: invite } = useQuery(inviteQuery(circleId))
  const refetch = () => cache.invalidate(acts.inviteChanged(circleId))
  const make = useMutation({
    mutationFn: () => api.post(`app/circle/${circleId}/invite`, {}, inviteReply, { quiet: true }),
    onSettled: refetch,
  })
  const end = useMutation({ mutationFn: () => api.delete(`app/circle/${circleId}/invite`, { quiet: true }), onSettled: refetch })
  return (
    <div>
      <h3>Invite people</h3>
      {invite ? (
        <>
          <TextField label="Invite link" readOnly value={invite.link} onChange={() => {}} />
          <div className={styles.ownerToolsButtons}>
            <ActionButton variant="outline" onClick={() => void copy(invite.link)}>
              Copy link
            </ActionButton>
            <ActionButton variant="subtle" loading={end.isPending} onClick={() => end.mutate()}>
              End link
            </ActionButton>
          </div>
        </>
      ) : (
        <ActionButton variant="outline" loading={make.isPending} onClick={() => make.mutate()}>
          Make an invite link
        </ActionButton>
      )}
    </div>
  )
}
