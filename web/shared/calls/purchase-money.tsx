import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { formatCents } from '#domain/money.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { callsQuery } from './calls.queries.ts'
import { MoneyRing, MoneyRows } from './money-ring.tsx'
import { OpenCallDialog } from './open-call-dialog.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import { PaymentList } from './payment-list.tsx'
import styles from './purchase-money.module.css'
import { YouOwe } from './you-owe.tsx'

type PurchaseMoneyProps = {
  circleId: string
  userId: string
  /** Beside the ring there is room for the rows. */
  isWide?: boolean
  /** Calls and payments can be made here. */
  hasActs?: boolean
}

/** What was called for a purchase and what each member has paid: the ring, the rows, and what the reader owes. */
export function PurchaseMoney({ circleId, userId, isWide = false, hasActs = false }: PurchaseMoneyProps) {
  const { data } = useQuery(callsQuery(circleId))
  const [opened, open] = useState<'call' | 'payment' | null>(null)
  if (!data) return null
  const { purchase, mine, desk, calls, waiting, paidBacks } = data
  const close = () => open(null)
  const shares = purchase?.shares ?? []
  return (
    <>
      {purchase ? (
        <div className={styles.root} data-wide={isWide}>
          <MoneyRing circleId={circleId} userId={userId} shares={shares} />
          <div>
            <MoneyRows circleId={circleId} userId={userId} shares={shares} />
            <p className={`${styles.sum} num`}>
              <span>
                <b>Paid</b>
                <span className="small sub">of {formatCents(purchase.calledCents)} called</span>
              </span>
              <b>{formatCents(purchase.paidCents)}</b>
            </p>
          </div>
        </div>
      ) : (
        <p className="sub">Nothing has been called yet.</p>
      )}
      <YouOwe circleId={circleId} mine={mine} hasLinks={hasActs && calls.length > 0} />
      {purchase && <p className={`small sub ${styles.note}`}>Thin means called, thick means paid.</p>}
      {hasActs && (waiting.length > 0 || paidBacks.length > 0) && (
        <PaymentList circleId={circleId} today={desk.today} contributions={waiting} paidBacks={paidBacks} />
      )}
      {hasActs && (
        <div className={styles.acts}>
          {calls.length > 0 && (
            <ul className={`${styles.calls} num`}>
              {calls.map((call) => (
                <li key={call._id}>
                  <Link className="text-link" to={paths.circleCall(circleId, call._id)}>
                    Call {call.number}
                  </Link>
                  <span className="small sub">
                    {formatCents(call.amountCents)}
                    {call.state === 'complete' ? ', paid' : call.state === 'over' ? ', over' : ', open'}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {desk.mayOpen && <ActionButton onClick={() => open('call')}>Call for money</ActionButton>}
          {desk.mayRecord && (
            <ActionButton variant="outline" onClick={() => open('payment')}>
              {desk.mayRecordForOthers ? 'Record a payment' : 'I have paid'}
            </ActionButton>
          )}
        </div>
      )}
      {opened === 'call' && <OpenCallDialog circleId={circleId} desk={desk} onClose={close} />}
      {opened === 'payment' && (
        <PaymentDialog
          circleId={circleId}
          userId={userId}
          desk={desk}
          callId={mine.next?.callId ?? null}
          openCents={mine.openCents}
          onClose={close}
        />
      )}
    </>
  )
}
