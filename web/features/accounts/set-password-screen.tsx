import { Navigate } from 'react-router'
import type { passwordLinkReply } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { passwordProblems } from '#domain/password.ts'
import { call } from '#web/api/client.ts'
import { useSignIn } from '#web/api/session.ts'
import { PasswordRules } from '#web/shared/people/password-rules.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { FormPage } from '#web/ui/form/form-page.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { useMailedLink } from './mailed-link.ts'

const failed = 'Failed to set password. Please try again or contact support.'

export function SetPasswordScreen() {
  const link = useMailedLink()
  return link.token && link.id ? <SetPasswordForm {...link} /> : <Navigate to={paths.login} replace />
}

function SetPasswordForm({ token, id }: { token: string; id: string }) {
  const signIn = useSignIn()
  const form = useSubmitForm({
    initialValues: { password: '', confirmPassword: '' },
    // The server checks that both are the same.
    check: ({ password }) => passwordProblems(password).map((message) => ({ field: 'password', message })),
    submit: async (values) => {
      const answer = await call<typeof passwordLinkReply>(
        'POST',
        'auth/set-password',
        { ...values, token, id },
        { public: true, quiet: true },
      )
      if (answer.status !== 200 && answer.message !== 'OK') throw new Error(failed)
      return answer.data
    },
    onSuccess: (signedIn) => signIn(signedIn.token, signedIn.redirectUrl),
    failures: { silence: failed },
  })
  return (
    <FormPage title="Set Your Password" subtitle="Create a secure password for your broker account.">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <PasswordField label="New Password" required autoComplete="new-password" {...form.field('password')} />
        <PasswordRules password={form.values.password} />
        <PasswordField label="Confirm Password" required autoComplete="new-password" {...form.field('confirmPassword')} />
        <div className={formMessagesStyles.formActions}>
          <SubmitButton label="Set Password" pendingLabel="Setting Password..." status={form.status} message={form.message} />
        </div>
      </form>
    </FormPage>
  )
}
