import { done } from '#contract/reply.ts'
import { newPasswordProblems } from '#domain/password.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { PasswordRules } from '#web/shared/people/password-rules.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { longToast } from '#web/ui/feedback/toast-durations.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { currentPasswordProblem } from './current-password.ts'

export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const cache = useCache()
  const form = useSubmitForm({
    initialValues: { currentPassword: '', password: '', confirmPassword: '' },
    check: (values) => [...currentPasswordProblem(values), ...newPasswordProblems(values)],
    submit: (values) => api.post('auth/change-password', values, done),
    onSuccess: () => {
      void cache.invalidate(acts.passwordChanged)
      onClose()
      toast.success('Password changed. Your other sessions have ended.', { duration: longToast })
    },
  })
  return (
    <Dialog opened onClose={onClose} title="Change password">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        {/* Hidden user name, so that password managers know the account. */}
        <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField label="Current password" required autoComplete="current-password" {...form.field('currentPassword')} />
        <PasswordField label="New password" required autoComplete="new-password" {...form.field('password')} />
        <PasswordRules password={form.values.password} />
        <PasswordField label="Confirm password" required autoComplete="new-password" {...form.field('confirmPassword')} />
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Change password" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
