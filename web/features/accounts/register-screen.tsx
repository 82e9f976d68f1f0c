import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { registerReply } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { readWish } from '#contract/read-wish.ts'
import { normalEmail } from '#domain/person.ts'
import { registrationProblems } from '#domain/registration.ts'
import { api } from '#web/api/client.ts'
import { inviterQuery } from '#web/api/inviter.ts'
import { useSignIn } from '#web/api/session.ts'
import { PasswordRules } from '#web/shared/people/password-rules.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import styles from './accounts.module.css'
import { useCameFrom } from './came-from.ts'
import { EmailField } from './email-field.tsx'

const failures = {
  400: 'Please check your details and try again.',
  429: null,
  500: 'Failed to register, please retry or try refreshing the page.',
  503: null,
  other: 'Registration failed. Please check your details and try again.',
}

type InvitedAddress = { readonly email: string | null; readonly isPending: boolean }

/** The address of the mailed invitation by which the person came; null without a link. A link that an owner shares has no address. */
function useInvitedAddress(cameFrom: string | null): InvitedAddress | null {
  const { circleId, invite } = readWish(cameFrom) ?? {}
  const { data, isPending } = useQuery({ ...inviterQuery(circleId ?? '', false, invite ?? ''), enabled: Boolean(circleId && invite) })
  return circleId && invite ? { email: data?.invitedEmail ?? null, isPending } : null
}

function hintFor(invited: InvitedAddress, typed: string): ReactNode {
  // Keeps the line while the address is on its way.
  if (invited.isPending) return '\u00a0'
  if (invited.email === null) return undefined
  return normalEmail(typed) === invited.email
    ? 'Your invitation was sent to this address, so you need not confirm it.'
    : `Your invitation was sent to ${invited.email}, and works with that address only.`
}

export function RegisterScreen() {
  const { cameFrom, loginPath } = useCameFrom()
  const signIn = useSignIn()
  const invitation = useInvitedAddress(cameFrom)
  // Null until the person types: then the invited address is the value, also if it arrives late.
  const initialValues = { firstName: '', lastName: '', email: null as string | null, password: '', confirmPassword: '', tos: false }
  const complete = (values: typeof initialValues) => ({ ...values, email: values.email ?? invitation?.email ?? '' })
  const form = useSubmitForm({
    initialValues,
    check: (values) => registrationProblems(complete(values)),
    submit: (values) =>
      api.post<typeof registerReply>(
        'auth/register',
        { ...complete(values), ...(invitation && { redirect: cameFrom }) },
        {
          public: true,
          quiet: true,
        },
      ),
    onSuccess: ({ token, redirectUrl, confirmationRedirect }) =>
      signIn(
        token,
        confirmationRedirect ? confirmationRedirect + encodeURIComponent(cameFrom ?? paths.findCircles) : redirectUrl,
        cameFrom,
      ),
    failures,
  })
  const { value: tos, onChange: setTos, ...tosField } = form.field('tos')
  const { email } = complete(form.values)
  return (
    <>
      <h1 className={styles.longTitle} tabIndex={-1}>
        Create your account
      </h1>
      <form className={styles.form} {...form.formProps}>
        <div className={styles.formNames}>
          <TextField label="First name" required autoComplete="given-name" {...form.field('firstName')} />
          <TextField label="Last name" required autoComplete="family-name" {...form.field('lastName')} />
        </div>
        <EmailField field={{ ...form.field('email'), value: email }} description={invitation && hintFor(invitation, email)} />
        <PasswordField label="Password" required autoComplete="new-password" {...form.field('password')} />
        <PasswordRules password={form.values.password} />
        <PasswordField label="Confirm password" required autoComplete="new-password" {...form.field('confirmPassword')} />
        <Checkbox
          {...tosField}
          checked={tos}
          onChange={(event) => setTos(event.currentTarget.checked)}
          aria-required
          aria-invalid={tosField.error ? true : undefined}
          label={
            <>
              I accept the{' '}
              <Link className="text-link" to={paths.terms} target="_blank">
                Terms of Service
              </Link>
              <span className={styles.asterisk} aria-hidden="true">
                *
              </span>
            </>
          }
        />
        <SubmitButton label="Register" size="lg" fullWidth status={form.status} message={form.message} />
      </form>
      <div className={styles.other}>
        <span>Already have an account?</span>
        <ActionButton variant="outline" to={loginPath}>
          Sign In
        </ActionButton>
      </div>
    </>
  )
}
