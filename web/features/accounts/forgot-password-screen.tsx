import { IconMailCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { isConfirmed } from '#domain/person.ts'
import { ApiError, api } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { FormPage } from '#web/ui/form/form-page.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './accounts.module.css'
import { EmailField } from './email-field.tsx'

/** Any answer counts as success, so that nobody can find out who has an account. Only a missing answer is a failure. */
async function ask(values: { email: string; confirmEmail: string }): Promise<void> {
  try {
    await api.post('auth/request-token', values, { public: true, quiet: true })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) throw error
  }
}

export function ForgotPasswordScreen() {
  const [isSent, setSent] = useState(false)
  const form = useSubmitForm({ initialValues: { email: '', confirmEmail: '' }, submit: ask, onSuccess: () => setSent(true) })
  if (isSent) return <InstructionsSent />
  return (
    <FormPage title="Forgot password" subtitle="Tell us the e-mail address of your account, and we send you a link to set a new password.">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <EmailField field={form.field('email')} />
        <EmailField field={form.field('confirmEmail')} label="Confirm email" autoComplete="off" />
        <div className={formMessagesStyles.formStepsActions}>
          <ActionButton variant="outline" to={paths.login}>
            Back to login
          </ActionButton>
          <SubmitButton
            label="Send instructions"
            status={form.status}
            message={form.message}
            disabled={!isConfirmed(form.values.email, form.values.confirmEmail)}
          />
        </div>
      </form>
    </FormPage>
  )
}

function InstructionsSent() {
  return (
    <FormPage title="Instructions sent">
      <div className={styles.sent} role="status">
        <span className={styles.sentDisc}>
          <IconMailCheck {...iconProps(28)} />
        </span>
        <p>
          If there is an account with this address, an email with a link to reset your password arrives within 5 minutes. Please look into
          your spam folder too.
        </p>
        <ActionButton variant="outline" to={paths.login}>
          Go back to login
        </ActionButton>
      </div>
    </FormPage>
  )
}
