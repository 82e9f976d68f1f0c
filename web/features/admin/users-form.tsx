import type { User } from '#contract/accounts.ts'
import { refusals } from '#contract/errors.ts'
import { personProblems } from '#domain/person.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ToggleField } from '#web/ui/toggle-field.tsx'
import { useSaveUser } from './users.queries.ts'

type UserFormProps = { user: User; isSelf: boolean; onReload: () => Promise<void> }

/** Name, address and flags, saved together. Whatever another administrator changed meanwhile is never overwritten. */
export function UserForm({ user, isSelf, onReload }: UserFormProps) {
  const save = useSaveUser(user)
  const form = useSubmitForm({
    initialValues: {
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      isAdmin: user.permissions.isAdmin,
      isVerified: user.isVerified,
      isBroker: user.isBroker,
      onboardingComplete: user.onboardingComplete,
    },
    check: personProblems,
    submit: ({ isAdmin, email, ...values }) => save({ ...values, email: email.trim(), permissions: { isAdmin } }),
    onSuccess: () => void toast.success('User saved'),
  })
  const isOutdated = form.message === refusals.changed_meanwhile.error
  return (
    <Card>
      <form className="users-form" {...form.formProps}>
        <div className="users-names">
          <TextField label="First name" required autoComplete="off" {...form.field('firstName')} />
          <TextField label="Last name" required autoComplete="off" {...form.field('lastName')} />
        </div>
        <TextField label="Email" type="email" required autoComplete="off" {...form.field('email')} />
        <fieldset className="users-flags">
          <legend>Permissions</legend>
          {isSelf && <p className="small sub">{refusals.own_flags.error}</p>}
          <ToggleField
            label="Admin"
            description="May open this area and change everything in it."
            disabled={isSelf}
            {...form.field('isAdmin')}
          />
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
        <div className="users-submit">
          <SubmitButton status={form.status} message={form.message} />
          {isOutdated && (
            <ActionButton variant="outline" onClick={() => void onReload()}>
              Reload
            </ActionButton>
          )}
        </div>
      </form>
    </Card>
  )
}
