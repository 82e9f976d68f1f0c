import { IconMapPin } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Acquisition } from '#contract/acquisition.ts'
import { paths } from '#contract/paths.ts'
import { membershipOf } from '#domain/may/circle.ts'
import { formatDollars } from '#domain/money.ts'
import { fullName } from '#domain/person.ts'
import { circleQuery, membersQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { acquisitionQuery } from '#web/shared/acquisition/acquisition.queries.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { OutcomeSign } from '#web/shared/vote/outcome-sign.tsx'
import { WhereToPayCards } from '#web/shared/where-to-pay/where-to-pay-cards.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { HowItEnds } from './how-it-ends.tsx'
import { MoneyCard } from './money-card.tsx'
import styles from './purchase.module.css'
import { PurchaseProvider } from './purchase-context.tsx'
import { PurchasePath } from './purchase-path.tsx'

const headings = { open: 'Buying', bought: 'Bought', given_up: 'Given up:' } as const

function Heading({ purchase }: { purchase: Acquisition }) {
  const { day } = useDates()
  const { property } = purchase
  return (
    <PageHeading
      subtitle={
        <span className={`${styles.place} num`}>
          <IconMapPin {...iconProps(19)} /> {property.place} · {formatDollars(property.price)}
        </span>
      }
      actions={
        <Badge kind="evergreen" icon={<OutcomeSign outcome="passed" size={16} />}>
          Passed {day(purchase.passedAt)}
        </Badge>
      }
    >
      {headings[purchase.outcome ?? 'open']} <bdi>{property.address}</bdi>
    </PageHeading>
  )
}

const NothingBought = ({ children }: { children: ReactNode }) => (
  <Card>
    <EmptyState title="Nothing is being bought" level="h1">
      {children}
    </EmptyState>
  </Card>
)

type PurchasePageProps = {
  circleId: string
  userId: string
  /** The record of a property, rendered by the page. */
  lately: (propertyId: string) => ReactNode
}

/** One purchase from the passed vote to the deed, for the circle's members. */
export function PurchasePage({ circleId, userId, lately }: PurchasePageProps) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: members } = useSuspenseQuery(membersQuery(circleId))
  const { data: purchase } = useSuspenseQuery(acquisitionQuery(circleId))
  useWatchCircle(circleId)
  const owner = members.find(({ isOwner }) => isOwner)?.user
  const back = <BackButton to={paths.circle(circleId)} label={circle.title} />
  if (!purchase) {
    return (
      <>
        {back}
        <NothingBought>Once a property has passed, the owner can start buying it.</NothingBought>
      </>
    )
  }
  const isOwner = membershipOf(members, userId)?.isOwner === true
  return (
    <PurchaseProvider circleId={circleId} userId={userId} isForBroker={false} purchase={purchase}>
      {back}
      <Heading purchase={purchase} />
      <SideColumns
        main={
          <>
            <PurchasePath className={styles.pathCard} />
            <div className={styles.lately}>{lately(purchase.property._id)}</div>
            <HowItEnds isOwner={isOwner} ownerName={owner ? fullName(owner) : 'the owner'} />
            {purchase.outcome === 'given_up' && isOwner && (
              <ActionButton className={styles.again} variant="outline" to={paths.startBuying(circleId)}>
                Start buying another property
              </ActionButton>
            )}
          </>
        }
        side={
          <>
            <MoneyCard className={styles.moneyCard} />
            {purchase.outcome === null && (
              <div className={styles.payCard}>
                <WhereToPayCards circleId={circleId} isForPurchase />
              </div>
            )}
          </>
        }
      />
    </PurchaseProvider>
  )
}

/** The steps that are a broker's, without any money. */
export function BrokerPurchasePage({ circleId, userId }: { circleId: string; userId: string }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: purchase } = useSuspenseQuery(acquisitionQuery(circleId))
  useWatchCircle(circleId)
  const back = <BackButton to={paths.brokerCircle(circleId)} label={circle.title} />
  if (!purchase) {
    return (
      <>
        {back}
        <NothingBought>When the circle buys a property, the steps that it gives to you are here.</NothingBought>
      </>
    )
  }
  return (
    <PurchaseProvider circleId={circleId} userId={userId} isForBroker purchase={purchase}>
      {back}
      <Heading purchase={purchase} />
      <PurchasePath />
    </PurchaseProvider>
  )
}
