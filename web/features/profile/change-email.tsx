import { IconMail } from '@tabler/icons-react'
import { emailProblem } from '#domain/person.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import type { Problem } from '#web/ui/form/rules.ts'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

function problemsOf(values: { email: string }): Problem[] {
  const message = emailProblem(values.email)
  return message ? [{ field: 'email', message }] : []
}

export function ChangeEmailDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => Promise<void> }) {
  const cache = useCache()
  const stepUp = useStepUp('change_email')
  const form = useSubmitForm({
    initialValues: { email: '' },
    check: problemsOf,
    submit: (values) => stepUp.run(() => api.post('auth/change-email', values)),
    onSuccess: async () => {
      void cache.invalidate(acts.addressChanged)
      await onChanged()
      onClose()
      toast.success('We sent a link to the new address. Open it to confirm the change.', { duration: longToast, icon: 'mail' })
    },
  })
  return (
    <>
      <Dialog opened={!stepUp.isAsking} onClose={onClose} title="Change e-mail">
        <form className={formMessagesStyles.formStack} {...form.formProps}>
          <TextField
            label="New e-mail"
            type="email"
            required
            autoComplete="email"
            leftSection={<IconMail {...iconProps(19)} />}
            description="We send a link there. Once you have opened it, you sign in with the new address; until then the present one stays."
            {...form.field('email')}
          />
          <div className={dialogStyles.buttons}>
            <ActionButton variant="outline" onClick={onClose}>
              Cancel
            </ActionButton>
            <SubmitButton label="Change e-mail" status={form.status} message={form.message} />
          </div>
        </form>
      </Dialog>
      {stepUp.dialog}
    </>
  )
}
