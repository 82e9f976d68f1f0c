import { useState } from 'react'
import { type User, userReply } from '#contract/accounts.ts'
import { api } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { ChangeEmailDialog } from './change-email.tsx'
import { ChangePasswordDialog } from './change-password.tsx'
import styles from './profile.module.css'

/** Changing the address needs a step-up, changing the password the current one. */
export function SecurityCard({ user, onSaved }: { user: User; onSaved: (user: User) => void }) {
  const [open, setOpen] = useState<'email' | 'password' | null>(null)
  const close = () => setOpen(null)
  const onEmailChanged = async () => onSaved(await api.get('app/profile', userReply))
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
            <dt className="label">New email, not confirmed yet</dt>
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
          Change email
        </ActionButton>
        <ActionButton variant="outline" onClick={() => setOpen('password')}>
          Change password
        </ActionButton>
      </div>
      {open === 'email' && <ChangeEmailDialog onClose={close} onChanged={onEmailChanged} />}
      {open === 'password' && <ChangePasswordDialog email={user.email} onClose={close} />}
    </Card>
  )
}
