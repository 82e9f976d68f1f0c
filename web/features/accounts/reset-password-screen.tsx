import type { passwordLinkReply } from '#contract/accounts.ts'
import { isConfirmed } from '#domain/person.ts'
import { call } from '#web/api/client.ts'
import { useSignIn } from '#web/api/session.ts'
import { PasswordRules } from '#web/shared/people/password-rules.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { FormPage } from '#web/ui/form/form-page.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { useMailedLink } from './mailed-link.ts'

const failed = 'Failed to reset password. Please try again or contact us for help.'

export function ResetPasswordScreen() {
  const link = useMailedLink()
  const signIn = useSignIn()
  const form = useSubmitForm({
    initialValues: { password: '', confirmPassword: '' },
    submit: async (values) => {
      const answer = await call<typeof passwordLinkReply>(
        'POST',
        'auth/reset-password',
        { ...values, ...link },
        { public: true, quiet: true },
      )
      if (answer.message !== 'success') throw new Error(failed)
      return answer.data
    },
    onSuccess: ({ token, redirectUrl }) => signIn(token, redirectUrl),
    failures: { 429: null, 503: null, other: failed },
  })
  return (
    <FormPage title="Reset password" subtitle="Choose a new password for your account. You will be signed out everywhere else.">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <PasswordField label="New password" required autoComplete="new-password" {...form.field('password')} />
        <PasswordRules password={form.values.password} />
        <PasswordField label="Confirm password" required autoComplete="new-password" {...form.field('confirmPassword')} />
        <div className={formMessagesStyles.formActions}>
          <SubmitButton
            label="Reset password"
            status={form.status}
            message={form.message}
            disabled={!isConfirmed(form.values.password, form.values.confirmPassword)}
          />
        </div>
      </form>
    </FormPage>
  )
}
