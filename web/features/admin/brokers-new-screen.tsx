import type { addBrokerReply } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { personProblems } from '#domain/person.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { longestToast, longToast, toast } from '#web/ui/feedback/toast.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { FormPage } from '#web/ui/form/form-page.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import styles from './admin-users.module.css'

/** The account exists even if the welcome mail was not accepted. */
function tellBrokerAdded({ welcomeMailAccepted }: { readonly welcomeMailAccepted: boolean }): void {
  if (welcomeMailAccepted) toast.success('Broker created successfully. Welcome email has been sent', { duration: longToast, icon: 'mail' })
  else toast.warning('Failed to send welcome email. Account has been created.', { duration: longestToast })
}

export function NewBrokerScreen() {
  const cache = useCache()
  const form = useSubmitForm({
    initialValues: { firstName: '', lastName: '', email: '' },
    check: personProblems,
    submit: (values) => api.post<typeof addBrokerReply>('admin/broker', { ...values, email: values.email.trim(), isBroker: true }),
    onSuccess: (broker) => {
      tellBrokerAdded(broker)
      void cache.invalidate(acts.brokerAdded)
    },
    redirect: paths.adminBrokers,
  })
  return (
    <div className={styles.column}>
      <BackButton to={paths.adminBrokers} />
      <FormPage title="Add Broker">
        <form className={styles.form} {...form.formProps}>
          <p className="sub">A welcome email with a link to set a password is sent to this address.</p>
          <div className={styles.names}>
            <TextField label="First name" required autoComplete="off" {...form.field('firstName')} />
            <TextField label="Last name" required autoComplete="off" {...form.field('lastName')} />
          </div>
          <TextField label="Email" type="email" required autoComplete="off" {...form.field('email')} />
          <SubmitButton status={form.status} message={form.message} />
        </form>
      </FormPage>
    </div>
  )
}
