import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName, longestSuspension } from '#domain/person.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import styles from './admin-users.module.css'
import type { SaveUser, UserChange } from './users.queries.ts'

/** Suspends an account or lifts the suspension; takes effect at once. */
export function UserSuspension({ user, save }: { user: AdminUser; save: SaveUser }) {
  const [isAsking, ask] = useState(false)
  const change = useMutation({
    mutationFn: (wanted: UserChange) => save(wanted),
    onSuccess: (saved) => void toast.success(saved.status === 'suspended' ? 'User suspended' : 'User reactivated'),
    onSettled: () => ask(false),
  })
  return (
    <div className={styles.suspension}>
      {user.suspendedReason && <p className={`sub ${styles.reason}`}>“{user.suspendedReason}”</p>}
      {user.status === 'suspended' ? (
        <ActionButton variant="outline" loading={change.isPending} onClick={() => change.mutate({ status: 'active' })}>
          Reactivate User
        </ActionButton>
      ) : (
        <ActionButton variant="outline" color="red" onClick={() => ask(true)}>
          Suspend User
        </ActionButton>
      )}
      {change.error && <FieldMessage>{change.error.message}</FieldMessage>}
      {isAsking && (
        <SuspendDialog
          name={isolate(fullName(user))}
          isPending={change.isPending}
          onCancel={() => ask(false)}
          onSuspend={(suspendedReason) => change.mutate({ status: 'suspended', suspendedReason })}
        />
      )}
    </div>
  )
}

type SuspendDialogProps = { name: string; isPending: boolean; onCancel: () => void; onSuspend: (reason: string) => void }

/** Nobody is suspended from the page without a reason. */
function SuspendDialog({ name, isPending, onCancel, onSuspend }: SuspendDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isEmpty = reason.trim() === ''
  const send = () => (isEmpty ? setMissing(true) : onSuspend(reason.trim()))
  return (
    <Dialog
      opened
      onClose={onCancel}
      title={`Suspend ${name}?`}
      withCloseButton={false}
      actions={
        <>
          <ActionButton variant="outline" onClick={onCancel}>
            Cancel
          </ActionButton>
          <ActionButton color="red" loading={isPending} onClick={send}>
            Suspend
          </ActionButton>
        </>
      }
    >
      <p className={`sub ${styles.suspendWords}`}>
        All sessions end at once, and {name} cannot sign in until reactivated. Arcs, votes and the book stay as they are.
      </p>
      <CountedTextArea
        label="Reason"
        required
        value={reason}
        onChange={setReason}
        maxLength={longestSuspension}
        hint="The person reads these words."
        error={isMissing && isEmpty ? 'Please give a reason' : undefined}
      />
    </Dialog>
  )
}
