import { IconBuildingCommunity, IconCurrentLocation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { labelsOf, propertyTypes } from '#domain/choices.ts'
import { formatMoney } from '#domain/money.ts'
import { brokerCirclesQuery } from '#web/api/circles.ts'
import { placeName } from '#web/api/places.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { CardGridSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { CardGrid } from '#web/ui/layout/card-grid.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './brokers.module.css'

export function BrokerCirclesScreen() {
  const user = useUser()
  const { data: circles, isError, refetch } = useQuery({ ...brokerCirclesQuery(user?._id ?? ''), enabled: user !== null })
  // null instead of a list counts as a failure.
  const hasFailed = isError || circles === null
  return (
    <>
      <PageHeading>Your Assigned Circles</PageHeading>
      {hasFailed && <FailureState title="Failed to load assigned circles. Please try again." onRetry={() => void refetch()} />}
      {!hasFailed && !circles && <CardGridSkeleton cards={3} />}
      {circles?.length === 0 && (
        <EmptyState title="No Assigned Circles">You don't have any investment circles assigned to you yet.</EmptyState>
      )}
      {circles && circles.length > 0 && (
        <CardGrid className={styles.circles}>
          {circles.map((circle) => (
            <li key={circle._id}>
              <BrokerCard circle={circle} />
            </li>
          ))}
        </CardGrid>
      )}
    </>
  )
}

/** From minimum to maximum; the maximum may be open. */
const rangeText = (range: Circle['investmentCriteria']['propertyInvestmentRange']): string =>
  range ? `${formatMoney(range.min)} - ${range.max === 'any' ? 'any' : formatMoney(range.max)}` : 'Not specified'

function BrokerCard({ circle }: { circle: Circle }) {
  const { geographicRadius, propertyTypes: types, propertyInvestmentRange } = circle.investmentCriteria
  return (
    <Card as="article" className={styles.card}>
      <h2>{circle.title}</h2>
      <p className="sub">{placeName(circle.location)}</p>
      <p className={styles.cardAbout} title={circle.description}>
        {circle.description}
      </p>
      <p className={`${styles.cardFacts} small sub`}>
        <span>
          <IconCurrentLocation {...iconProps(17)} /> {geographicRadius} mi radius
        </span>
        <span>
          <IconBuildingCommunity {...iconProps(17)} /> {labelsOf(propertyTypes, types).join(', ') || 'Any'}
        </span>
      </p>
      <dl className={styles.cardFigures}>
        <div>
          <dt className="label">Investment range</dt>
          <dd className="num">{rangeText(propertyInvestmentRange)}</dd>
        </div>
        <div>
          <dt className="label">Created by</dt>
          <dd>{circle.createdBy.firstName || 'Unknown'}</dd>
        </div>
      </dl>
      <ActionButton variant="outline" fullWidth to={paths.brokerCircle(circle._id)} aria-label={`Manage Circle: ${circle.title}`}>
        Manage Circle
      </ActionButton>
    </Card>
  )
}
