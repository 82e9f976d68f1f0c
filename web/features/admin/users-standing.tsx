import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { refusals } from '#contract/errors.ts'
import { fullName } from '#domain/person.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FieldMessage } from '#web/ui/field-message.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSaveUser } from './users.queries.ts'

type UserStandingProps = { user: User; isSelf: boolean; onReload: () => Promise<void> }

/** Whether someone may sign in: suspended at once, and let in again. */
export function UserStanding({ user, isSelf, onReload }: UserStandingProps) {
  const [isAsking, ask] = useState(false)
  const save = useSaveUser(user)
  const change = useMutation({
    mutationFn: (status: 'active' | 'suspended') => save({ status }),
    onSuccess: (saved) => void toast.success(saved.status === 'suspended' ? 'User suspended' : 'User reactivated'),
    onSettled: () => ask(false),
  })
  if (isSelf) return null
  return (
    <div className="users-standing">
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
      {change.error?.message === refusals.changed_meanwhile.error && (
        <ActionButton variant="outline" onClick={() => void onReload()}>
          Reload
        </ActionButton>
      )}
      <ConfirmDialog
        opened={isAsking}
        text={`${fullName(user)} is signed out everywhere and may not sign in until reactivated.`}
        pending={change.isPending}
        onCancel={() => ask(false)}
        onConfirm={() => change.mutate('suspended')}
      />
    </div>
  )
}
