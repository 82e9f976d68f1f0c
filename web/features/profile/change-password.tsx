import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { newPasswordProblems } from '#domain/password.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { PasswordRules } from '#web/shared/people/password-rules.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { currentPasswordProblem } from './current-password.ts'
import styles from './profile.module.css'

function EndingBox({ value, onChange, ...rest }: { label: string; value: boolean; onChange: (value: boolean) => void }) {
  return <Checkbox {...rest} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
}

type ChangePasswordProps = {
  email: string
  /** Other ways into the account, or to what it shows, which the person may end together with the old password. */
  hasPasskeys: boolean
  hasCalendar: boolean
  onClose: () => void
  onChanged: () => Promise<void>
}

export function ChangePasswordDialog({ email, hasPasskeys, hasCalendar, onClose, onChanged }: ChangePasswordProps) {
  const cache = useCache()
  const form = useSubmitForm({
    initialValues: { currentPassword: '', password: '', confirmPassword: '', removePasskeys: false, removeCalendar: false },
    check: (values) => [...currentPasswordProblem(values), ...newPasswordProblems(values)],
    submit: (values) => api.post('auth/change-password', values),
    onSuccess: () => {
      void cache.invalidate(acts.passwordChanged)
      onClose()
      toast.success('Password changed. Your other sessions have ended.', { duration: longToast })
      return onChanged()
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
        {(hasPasskeys || hasCalendar) && (
          <fieldset className={styles.endings}>
            <legend className="sub">Has someone else been in your account? Remove these too.</legend>
            {hasPasskeys && <EndingBox label="Remove my passkeys" {...form.field('removePasskeys')} />}
            {hasCalendar && <EndingBox label="End my calendar address" {...form.field('removeCalendar')} />}
          </fieldset>
        )}
        <p className="small muted">Your other sessions end, and links that we mailed to you no longer work.</p>
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
