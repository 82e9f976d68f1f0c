import { type Icon, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import type { Invitation } from '#contract/invitations.ts'
import { type InvitationState, invitationWords, mayRemind } from '#domain/invitation.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Badge, type BadgeKind } from '#web/ui/layout/badge.tsx'
import { EmailText } from '#web/ui/layout/email-text.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './invitations.module.css'
import { useRemind, useWithdraw } from './invitations.queries.ts'

const signs: Readonly<Record<InvitationState, readonly [Icon, BadgeKind]>> = {
  waiting: [IconClock, 'neutral'],
  joined: [IconCircleCheck, 'evergreen'],
  ended: [IconCircleX, 'outline'],
}

export function InvitationRow({ circleId, invitation }: { circleId: string; invitation: Invitation }) {
  const { _id, email, state } = invitation
  const { day } = useDates()
  const [isAsking, ask] = useState(false)
  const remind = useRemind(circleId)
  const withdraw = useWithdraw(circleId)
  const [StateIcon, kind] = signs[state]
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <strong>
          <EmailText email={email} />
        </strong>
        <span className="small sub">{invitationWords(invitation, (at) => day(at, 'short'))}</span>
      </div>
      <Badge kind={kind} icon={<StateIcon {...iconProps(15)} />}>
        {state}
      </Badge>
      {state === 'waiting' && (
        <div className={styles.acts}>
          {mayRemind(invitation) && (
            <ActionButton
              variant="subtle"
              aria-label={`Remind ${email}`}
              loading={remind.isPending}
              onClick={() => remind.mutate(_id, { onSuccess: () => void toast.success('Reminder sent'), onError: toastFailure })}
            >
              Remind
            </ActionButton>
          )}
          <ActionButton variant="subtle" aria-label={`Withdraw ${email}`} onClick={() => ask(true)}>
            Withdraw
          </ActionButton>
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        pending={withdraw.isPending}
        title="Withdraw this invitation?"
        consequence={
          <>
            The link sent to <EmailText email={email} /> stops working. You can invite this person again.
          </>
        }
        warning={null}
        confirmLabel="Withdraw"
        onCancel={() => ask(false)}
        onConfirm={() =>
          withdraw.mutate(_id, {
            onSuccess: () => ask(false),
            onError: (error) => {
              ask(false)
              toastFailure(error)
            },
          })
        }
      />
    </li>
  )
}
