import type { User } from '#contract/accounts.ts'
import { refusals } from '#contract/errors.ts'
import { permissionNames, permissionTable } from '#domain/may/person.ts'
import { personProblems, roleLabels } from '#domain/person.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './admin-users.module.css'
import type { SaveUser } from './users.queries.ts'

type UserFormProps = { user: User; isSelf: boolean; save: SaveUser }

/** A version conflict is reported; another administrator's change is never overwritten. */
export function UserForm({ user, isSelf, save }: UserFormProps) {
  const form = useSubmitForm({
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      isVerified: user.isVerified,
      isBroker: user.isBroker,
      onboardingComplete: user.onboardingComplete,
      ...user.permissions,
    },
    check: personProblems,
    submit: ({ firstName, lastName, email, isVerified, isBroker, onboardingComplete, ...permissions }) =>
      save({ firstName, lastName, email: email.trim(), isVerified, isBroker, onboardingComplete, permissions }),
    onSuccess: () => void toast.success('User saved'),
  })
  return (
    <Card>
      <form className={styles.form} {...form.formProps}>
        <div className={styles.names}>
          <TextField label="First name" required autoComplete="off" {...form.field('firstName')} />
          <TextField label="Last name" required autoComplete="off" {...form.field('lastName')} />
        </div>
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          description="Another address ends every session and link of this person, and has to be confirmed."
          {...form.field('email')}
        />
        <fieldset className={styles.flags}>
          <legend>Permissions</legend>
          {isSelf && <p className="small sub">{refusals.own_flags.error}</p>}
          {permissionNames.map((name) => (
            <ToggleField
              key={name}
              label={roleLabels[permissionTable[name].role]}
              description={permissionTable[name].tells}
              disabled={isSelf}
              {...form.field(name)}
            />
          ))}
          <ToggleField
            label="Verified"
            description="May create, join and vote in circles."
            disabled={isSelf}
            {...form.field('isVerified')}
          />
          <ToggleField
            label="Broker"
            description="Brings properties to assigned circles, and neither joins nor votes."
            disabled={isSelf}
            {...form.field('isBroker')}
          />
          <ToggleField
            label="Completed Onboarding"
            description="Has answered the welcome questions."
            {...form.field('onboardingComplete')}
          />
        </fieldset>
        <SubmitButton status={form.status} message={form.message} />
      </form>
    </Card>
  )
}
