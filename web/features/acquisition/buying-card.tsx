import { IconHomeCheck, IconHomeX } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Acquisition } from '#contract/acquisition.ts'
import { paths } from '#contract/paths.ts'
import { formatCents } from '#domain/money.ts'
import { PurchaseMoney } from '#web/shared/calls/purchase-money.tsx'
import { useDates } from '#web/shared/time/zone.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './purchase.module.css'

type PurchaseProps = { circleId: string; userId: string; purchase: Acquisition }

/** On Overview while the circle buys: how far it is, and what was paid. */
export function BuyingCard({ circleId, userId, purchase }: PurchaseProps) {
  const { money, property, done, steps } = purchase
  const now = steps.find(({ isNow }) => isNow)
  return (
    <Card>
      <CardHeader
        title={
          <>
            Buying <bdi>{property.address}</bdi>
          </>
        }
        aside={
          <span className="small sub num">
            {done} of {steps.length} steps done
          </span>
        }
      />
      {now && (
        <p>
          Next:{' '}
          <Link className="text-link" to={paths.circlePurchase(circleId)}>
            {now.title}
          </Link>
        </p>
      )}
      {money && <PurchaseMoney circleId={circleId} userId={userId} isWide />}
    </Card>
  )
}

/** On Overview afterwards: when the property was bought, or what is still owed after giving up. */
export function PastPurchase({
  circleId,
  userId,
  purchase: { outcome, endedAt, property, owed },
  isSold,
}: PurchaseProps & { isSold: boolean }) {
  const { day } = useDates()
  const mine = owed?.find(({ _id }) => _id === userId)?.owedCents ?? 0
  const isAnyOpen = owed?.some(({ owedCents }) => owedCents !== 0) ?? false
  if (outcome === null || (outcome === 'given_up' && !isAnyOpen)) return null
  const isBought = outcome === 'bought'
  return (
    <Card>
      <IconNote className={styles.past} icon={isBought ? <IconHomeCheck {...iconProps(16)} /> : <IconHomeX {...iconProps(16)} />}>
        <Link className="text-link" to={paths.circlePurchase(circleId)}>
          <bdi>{property.address}</bdi>
        </Link>
        : {isBought ? 'bought' : 'given up'}
        {endedAt && ` on ${day(endedAt)}`}
        {isBought && isSold && ', and sold since'}.{mine > 0 && ` You are owed ${formatCents(mine)}.`}
        {mine < 0 && ` You owe ${formatCents(-mine)}.`}
      </IconNote>
    </Card>
  )
}
