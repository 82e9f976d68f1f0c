import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallShare } from '#contract/calls.ts'
import { formatCents } from '#domain/money.ts'
import { PaymentList, useAct } from '#web/shared/calls/payment-list.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './call.module.css'
import { useCall } from './call-context.tsx'
import { PayBackDialog } from './pay-back-dialog.tsx'

/** Payments that wait for the word of others, and those that paid this call. The treasurer reminds and sends back from here. */
export function Payments({ className }: { className?: string | undefined }) {
  const { circleId, call, acts } = useCall()
  const { busy, act } = useAct()
  const [payingBack, payBack] = useState<CallShare | null>(null)
  const { contributions, paidBacks, shares, desk } = call
  const unpaid = shares.filter(({ openCents }) => openCents > 0).length
  const kept = desk.mayRecordForOthers ? shares.filter(({ keptCents }) => keptCents > 0) : []
  if (contributions.length === 0 && paidBacks.length === 0 && !call.mayRemind && kept.length === 0) return null
  return (
    <Card className={className}>
      <CardHeader
        title="Payments"
        aside={
          call.mayRemind && (
            <ActionButton
              variant="outline"
              loading={busy === 'remind'}
              leftSection={<IconBell {...iconProps(18)} />}
              onClick={() => act('remind', 'Reminded', () => acts.remind(call._id))}
            >
              Remind {unpaid === 1 ? '1 member' : `${unpaid} members`}
            </ActionButton>
          )
        }
      />
      {contributions.length === 0 && <p className="sub">Nothing has been recorded yet.</p>}
      <PaymentList circleId={circleId} today={desk.today} contributions={contributions} paidBacks={paidBacks}>
        {kept.map((share) => (
          <li className="num" key={share.user._id}>
            <p className={styles.held}>
              {formatCents(share.keptCents)} is held for <bdi>{share.user.name}</bdi>.
            </p>
            <ActionButton variant="outline" onClick={() => payBack(share)}>
              Record that it was sent back
            </ActionButton>
          </li>
        ))}
      </PaymentList>
      {payingBack && <PayBackDialog share={payingBack} onClose={() => payBack(null)} />}
    </Card>
  )
}
