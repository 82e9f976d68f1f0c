import { formatCents } from '#domain/money.ts'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './purchase.module.css'
import { usePurchase } from './purchase-context.tsx'

/** What was called and paid, and what the reader owes. */
export function MoneyCard({ className }: { className?: string | undefined }) {
  const { purchase } = usePurchase()
  const { money } = purchase
  if (!money) return null
  return (
    <Card className={className}>
      <CardHeader title="Money" />
      {money.calledCents === 0 && <p className="sub">Nothing has been called yet.</p>}
      <dl className={`${styles.sums} num`}>
        <dt>Paid</dt>
        <dd>
          {formatCents(money.paidCents)} of {formatCents(money.calledCents)}
        </dd>
        <dt>Can still be called</dt>
        <dd>{formatCents(money.leftToCallCents)}</dd>
        <dt>Held by the title company</dt>
        <dd>{formatCents(money.heldByTitleCents)}</dd>
        <dt>In the circle’s accounts</dt>
        <dd>{formatCents(money.cashCents)}</dd>
      </dl>
    </Card>
  )
}
