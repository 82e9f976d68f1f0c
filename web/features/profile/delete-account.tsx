import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { api } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { currentPasswordProblem } from './current-password.ts'
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
  const form = useSubmitForm({
    initialValues: { currentPassword: '' },
    check: currentPasswordProblem,
    submit: (values) => api.delete(`app/user/${userId}`, {}, values),
    onSuccess: async () => {
      // The session has ended on the server; the logout screen, which is public, clears it here.
      await navigate(`${paths.logout}?redirect=${encodeURIComponent(paths.findCircles)}`, { replace: true })
      toast.success('Your account has been deleted', { duration: 5000 })
    },
  })
  return (
    <Dialog opened onClose={onClose} title="Are You Sure?" width={440}>
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p className="sub">This action cannot be undone. A circle that you own alone is deleted with your account.</p>
        <PasswordField label="Current password" required autoComplete="current-password" {...form.field('currentPassword')} />
        {form.status === 'fail' && !form.errorOf('currentPassword') && <FieldMessage>{form.message}</FieldMessage>}
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <ActionButton color="red" type="submit" loading={form.status === 'pending'}>
            Delete my account
          </ActionButton>
        </div>
      </form>
    </Dialog>
  )
}
