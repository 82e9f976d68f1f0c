import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { fullName } from '#domain/person.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import styles from './admin-users.module.css'
import type { SaveUser } from './users.queries.ts'

/** Suspends an account or lifts the suspension; takes effect at once. */
export function UserSuspension({ user, save }: { user: User; save: SaveUser }) {
  const [isAsking, ask] = useState(false)
  const change = useMutation({
    mutationFn: (status: 'active' | 'suspended') => save({ status }),
    onSuccess: (saved) => void toast.success(saved.status === 'suspended' ? 'User suspended' : 'User reactivated'),
    onSettled: () => ask(false),
  })
  return (
    <div className={styles.suspension}>
      {user.status === 'suspended' ? (
        <ActionButton variant="outline" loading={change.isPending} onClick={() => change.mutate('active')}>
          Reactivate User
        </ActionButton>
      ) : (
        <ActionButton variant="outline" color="red" onClick={() => ask(true)}>
          Suspend User
        </ActionButton>
      )}
      {change.error && <FieldMessage>{change.error.message}</FieldMessage>}
      <ConfirmDialog
        opened={isAsking}
        title={`Suspend ${fullName(user)}?`}
        consequence={`${fullName(user)} is signed out everywhere, may not sign in until reactivated, and is told by mail.`}
        warning={null}
        confirmLabel="Suspend"
        pending={change.isPending}
        onCancel={() => ask(false)}
        onConfirm={() => change.mutate('suspended')}
      />
    </div>
  )
}
