import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { z } from 'zod'
import type { deletionReply } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import type { DeletionObstacle } from '#domain/account-deletion.ts'
import { api } from '#web/api/client.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './profile.module.css'
import { deletionQuery } from './profile.queries.ts'

export function DeleteAccountCard({ userId }: { userId: string }) {
  const [asking, ask] = useState(false)
  // Read before the dialog opens, which shows it at once.
  useQuery(deletionQuery)
  return (
    <Card>
      <h2>Delete my account</h2>
      <p className={`sub ${styles.words}`}>You leave each of your circles, your arcs come free, and everything personal is erased.</p>
      <ActionButton color="red" variant="outline" leftSection={<IconTrash {...iconProps(18)} />} onClick={() => ask(true)}>
        Delete my account
      </ActionButton>
      {asking && <DeleteAccountDialog userId={userId} onClose={() => ask(false)} />}
    </Card>
  )
}

const advice: Readonly<Record<DeletionObstacle, string>> = {
  you_own_shared_circle: 'You own it, and it has other members. Hand it over first, or delete it.',
  holds_funded_circle:
    'All its arcs are held, yours too. Ask its members to release you, by a motion. If you are its only member, delete it.',
  circle_stays: 'Your arcs have to be handed on to someone else first.',
}

type Deletion = z.infer<typeof deletionReply>['data']

/** Told first, before the person confirms anything. */
function CannotDeleteDialog({ deletion: { circles, isLastAdmin }, onClose }: { deletion: Deletion; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Your account cannot be deleted yet" width={440}>
      {isLastAdmin && <p className="sub">You are the last administrator. Name another one first.</p>}
      <ul className={styles.obstacles}>
        {circles.map(({ _id, title, reason }) => (
          <li key={_id}>
            <Link className="text-link" to={paths.circle(_id)}>
              <bdi>{title}</bdi>
            </Link>
            <p className="sub">{advice[reason]}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function DeleteAccountDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const { data: deletion, isPending, refetch } = useQuery(deletionQuery)
  const stepUp = useStepUp('delete_account')
  const remove = useMutation({
    mutationFn: () => stepUp.run(() => api.delete(`app/user/${userId}`)),
    onSuccess: async () => {
      // The session has ended on the server; the logout screen, which is public, clears it here.
      await navigate(`${paths.logout}?redirect=${encodeURIComponent(paths.findCircles)}`, { replace: true })
      toast.success('Your account has been deleted', { duration: longToast })
    },
    // A circle may have filled up meanwhile; then its name is shown.
    onError: () => void refetch(),
  })
  if (deletion && (deletion.circles.length > 0 || deletion.isLastAdmin)) return <CannotDeleteDialog deletion={deletion} onClose={onClose} />
  return (
    <>
      <Dialog
        opened={!stepUp.isAsking}
        onClose={onClose}
        title="Are You Sure?"
        width={440}
        actions={
          <>
            <ActionButton variant="outline" onClick={onClose} data-autofocus>
              Cancel
            </ActionButton>
            <ActionButton color="red" loading={remove.isPending || isPending} onClick={() => remove.mutate()}>
              Delete my account
            </ActionButton>
          </>
        }
      >
        <p className="sub">This action cannot be undone. A circle that you own alone is deleted with your account.</p>
        {remove.error && <FieldMessage>{remove.error.message}</FieldMessage>}
      </Dialog>
      {stepUp.dialog}
    </>
  )
}
