import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { formatCents } from '#domain/money.ts'
import { PurchaseMoney } from '#web/shared/calls/purchase-money.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './purchase.module.css'
import { usePurchase } from './purchase-context.tsx'

/** What was called and paid, and what the reader owes. */
export function MoneyCard({ className }: { className?: string | undefined }) {
  const { purchase, circleId, userId } = usePurchase()
  const { money } = purchase
  if (!money) return null
  return (
    <Card className={className}>
      <CardHeader title="Money" />
      <PurchaseMoney circleId={circleId} userId={userId} hasActs />
      <dl className={`${styles.sums} num`}>
        <dt>Can still be called</dt>
        <dd>{formatCents(money.leftToCallCents)}</dd>
        <dt>Held by the title company</dt>
        <dd>{formatCents(money.heldByTitleCents)}</dd>
        <dt>In the circle’s accounts</dt>
        <dd>{formatCents(money.cashCents)}</dd>
      </dl>
      <Link className="text-link" to={paths.yearStatement(circleId, 'latest')}>
        My statement, figures for your accountant
      </Link>
    </Card>
  )
}
