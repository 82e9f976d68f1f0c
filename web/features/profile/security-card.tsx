import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { User, userReply } from '#contract/accounts.ts'
import { api } from '#web/api/client.ts'
import { calendarQuery } from '#web/shared/people/calendar.queries.ts'
import { passkeysQuery } from '#web/shared/people/passkeys.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toastFailure } from '#web/ui/feedback/toast.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { ChangeEmailDialog } from './change-email.tsx'
import { ChangePasswordDialog } from './change-password.tsx'
import styles from './profile.module.css'

/** Changing the address needs a step-up, changing the password the current one. */
export function SecurityCard({ user, onSaved }: { user: User; onSaved: (user: User) => void }) {
  const [params] = useSearchParams()
  // Password managers open this address (paths.changePassword).
  const [open, setOpen] = useState<'email' | 'password' | null>(params.get('change') === 'password' ? 'password' : null)
  const close = () => setOpen(null)
  // Read before the dialog opens, so that its boxes are there from the start.
  const { data: passkeys = [] } = useQuery(passkeysQuery)
  const { data: calendar } = useQuery(calendarQuery)
  const readAgain = async () => onSaved(await api.get<typeof userReply>('app/profile'))
  const onPasswordChanged = async () => {
    if (user.pendingEmail) await readAgain().catch(toastFailure)
  }
  return (
    <Card>
      <h2>Signing in</h2>
      <dl className={styles.facts}>
        <div>
          <dt className="label">Email</dt>
          <dd>{user.email}</dd>
        </div>
        {user.pendingEmail && (
          <div>
            <dt className="label">New e-mail address, not confirmed yet</dt>
            <dd>{user.pendingEmail}</dd>
          </div>
        )}
      </dl>
      {user.pendingEmail && (
        <p className={`sub ${styles.words}`}>
          We sent a link to the new address. Until you open it, you sign in with the old one, and our mails go there.
        </p>
      )}
      <div className={styles.buttons}>
        <ActionButton variant="outline" onClick={() => setOpen('email')}>
          Change e-mail
        </ActionButton>
        <ActionButton variant="outline" onClick={() => setOpen('password')}>
          Change password
        </ActionButton>
      </div>
      {open === 'email' && <ChangeEmailDialog onClose={close} onChanged={readAgain} />}
      {open === 'password' && (
        <ChangePasswordDialog
          email={user.email}
          hasPasskeys={passkeys.length > 0}
          hasCalendar={Boolean(calendar?.since)}
          onClose={close}
          onChanged={onPasswordChanged}
        />
      )}
    </Card>
  )
}
