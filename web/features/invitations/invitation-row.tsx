import { type Icon, IconCircleCheck, IconClock, IconMail, IconMailOpened, IconUserCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Invitation } from '#contract/invitations.ts'
import { formatDate } from '#domain/dates.ts'
import { type InvitationState, invitationStateLabels, mayRemind } from '#domain/invitation.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { toastFailure } from '#web/ui/feedback/toast-failure.ts'
import { Badge, type BadgeKind } from '#web/ui/layout/badge.tsx'
import { EmailText } from '#web/ui/layout/email-text.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './invitations.module.css'
import { useRemind, useRevoke } from './invitations.queries.ts'

const signs: Readonly<Record<InvitationState, readonly [Icon, BadgeKind]>> = {
  sent: [IconMail, 'neutral'],
  opened: [IconMailOpened, 'neutral'],
  registered: [IconUserCheck, 'evergreen'],
  waiting: [IconClock, 'neutral'],
  joined: [IconCircleCheck, 'evergreen'],
}

const datesOf = ({ createdAt, remindedAt, expiresAt, state }: Invitation): string =>
  [
    `Sent ${formatDate(createdAt)}`,
    remindedAt && `reminded ${formatDate(remindedAt)}`,
    state !== 'joined' && `valid until ${formatDate(expiresAt)}`,
  ]
    .filter(Boolean)
    .join(', ')

export function InvitationRow({ circleId, invitation }: { circleId: string; invitation: Invitation }) {
  const { _id, email, state } = invitation
  const [isAsking, ask] = useState(false)
  const remind = useRemind(circleId)
  const revoke = useRevoke(circleId)
  const [StateIcon, kind] = signs[state]
  const hasJoined = state === 'joined'
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <strong>
          <EmailText email={email} />
        </strong>
        <span className="small sub">{datesOf(invitation)}</span>
      </div>
      <Badge kind={kind} icon={<StateIcon {...iconProps(15)} />}>
        {invitationStateLabels[state]}
      </Badge>
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
        <ActionButton variant="subtle" aria-label={`${hasJoined ? 'Remove' : 'Revoke'} ${email}`} onClick={() => ask(true)}>
          {hasJoined ? 'Remove' : 'Revoke'}
        </ActionButton>
      </div>
      <ConfirmDialog
        opened={isAsking}
        pending={revoke.isPending}
        title={hasJoined ? 'Remove from this list?' : 'Revoke this invitation?'}
        consequence={
          hasJoined ? (
            <>
              The address <EmailText email={email} /> is deleted here; the person stays a member.
            </>
          ) : (
            <>
              The link sent to <EmailText email={email} /> stops working, and the address is deleted here.
            </>
          )
        }
        warning={null}
        confirmLabel={hasJoined ? 'Remove' : 'Revoke'}
        onCancel={() => ask(false)}
        onConfirm={() =>
          revoke.mutate(_id, {
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
