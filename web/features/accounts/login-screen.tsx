import { Link } from 'react-router'
import type { loginReply } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { loginProblems } from '#domain/person.ts'
import { wrongCredentials } from '#domain/sign-in.ts'
import { api } from '#web/api/client.ts'
import { useSignIn } from '#web/api/session.ts'
import { canUsePasskeys } from '#web/shared/people/passkey-browser.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import styles from './accounts.module.css'
import { useCameFrom } from './came-from.ts'
import { EmailField } from './email-field.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'

// A suspended account, a rate limit and an unreachable server are named. All other failures share one message, so that nobody can find out
// who has an account.
const failures = { 403: null, 429: null, 503: null, other: wrongCredentials }

export function LoginScreen() {
  const { cameFrom, registerPath } = useCameFrom()
  const signIn = useSignIn()
  const form = useSubmitForm({
    initialValues: { email: '', password: '' },
    check: loginProblems,
    submit: (values) =>
      api.post<typeof loginReply>('auth/login', { ...values, ...(cameFrom && { redirect: cameFrom }) }, { public: true, quiet: true }),
    onSuccess: ({ token, redirectUrl }) => signIn(token, redirectUrl, cameFrom),
    failures,
  })
  return (
    <>
      <h1 tabIndex={-1}>Sign In</h1>
      <form className={styles.form} {...form.formProps}>
        <EmailField field={form.field('email')} autoComplete="username webauthn" />
        <PasswordField label="Password" required autoComplete="current-password" {...form.field('password')} />
        <Link className={`text-link ${styles.formLink}`} to={paths.requestReset}>
          Forgot your password?
        </Link>
        <SubmitButton label="Sign In" size="lg" fullWidth status={form.status} message={form.message} />
      </form>
      {canUsePasskeys() && (
        <PasskeySignIn
          cameFrom={cameFrom}
          failures={failures}
          onSignedIn={({ token, redirectUrl }) => signIn(token, redirectUrl, cameFrom)}
        />
      )}
      <div className={styles.other}>
        <span>New to Arcstead?</span>
        <ActionButton variant="outline" to={registerPath}>
          Register
        </ActionButton>
      </div>
    </>
  )
}
