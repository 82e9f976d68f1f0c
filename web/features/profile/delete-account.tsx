import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { api } from '#web/api/client.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { longToast } from '#web/ui/feedback/toast-durations.ts'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './profile.module.css'

export function DeleteAccountCard({ userId }: { userId: string }) {
  const [asking, ask] = useState(false)
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

function DeleteAccountDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const stepUp = useStepUp('delete_account')
  const remove = useMutation({
    mutationFn: () => stepUp.run(() => api.delete(`app/user/${userId}`)),
    onSuccess: async () => {
      // The session has ended on the server; the logout screen, which is public, clears it here.
      await navigate(`${paths.logout}?redirect=${encodeURIComponent(paths.findCircles)}`, { replace: true })
      toast.success('Your account has been deleted', { duration: longToast })
    },
  })
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
            <ActionButton color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
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
