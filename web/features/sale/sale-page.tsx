import { IconGavel, IconHomeCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Sale } from '#contract/sale.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { circleQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { EndingCard } from '#web/shared/sale/ending-card.tsx'
import { saleQuery } from '#web/shared/sale/sale.queries.ts'
import styles from '#web/shared/settlement/settlement.module.css'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { useSaleActs } from './sale-acts.ts'
import { SaleForm } from './sale-form.tsx'
import { SaleReview } from './sale-review.tsx'

/** Selling the circle's property: the motion that permits it, the settlement statement, and the sale. */
export function SalePage({ circleId }: { circleId: string }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: sale } = useSuspenseQuery(saleQuery(circleId))
  useWatchCircle(circleId)
  const { property, motion, sold } = sale
  const back = <BackButton to={paths.circle(circleId)} label={circle.title} />
  if (!property || !motion) {
    return (
      <>
        {back}
        <Card>
          <EmptyState title="Nothing is being sold" level="h1">
            {property
              ? 'A motion of the members lets the owner record a sale: it says for how much at least.'
              : 'The circle owns no property that it could sell.'}
          </EmptyState>
        </Card>
      </>
    )
  }
  return (
    <>
      {back}
      <PageHeading>
        {sold ? 'Sold' : 'Selling'} <bdi>{property.address}</bdi>
      </PageHeading>
      <SideColumns
        main={sold ? <Sold circleId={circleId} sold={sold} /> : <StillOpen circleId={circleId} sale={sale} />}
        side={
          <>
            <Permission circleId={circleId} motion={motion} isSold={sold !== null} />
            <EndingCard circleId={circleId} />
          </>
        }
      />
    </>
  )
}

function StillOpen({ circleId, sale: { statement, mayRecord, motion } }: { circleId: string; sale: Sale }) {
  const acts = useSaleActs(circleId)
  const [isRecording, record] = useState(false)
  return (
    <Card className={styles.review}>
      <h2>The settlement statement</h2>
      {statement ? (
        <SaleReview circleId={circleId} statement={statement} acts={acts} />
      ) : (
        <>
          <p>
            After the closing the owner records the lines of the title company’s settlement statement. Another member compares them with the
            paper and confirms; then they are booked.
          </p>
          {mayRecord && (
            <div className={styles.buttons}>
              <ActionButton onClick={() => record(true)}>Record the sale</ActionButton>
            </div>
          )}
        </>
      )}
      {isRecording && motion && (
        <SaleForm circleId={circleId} leastPriceCents={motion.leastPriceCents} acts={acts} onClose={() => record(false)} />
      )}
    </Card>
  )
}

type PermissionProps = { circleId: string; motion: NonNullable<Sale['motion']>; isSold: boolean }

function Permission({ circleId, motion, isSold }: PermissionProps) {
  const { day } = useDates()
  const { title, leastPriceCents, until, isOver, relatedMember } = motion
  return (
    <Card className={styles.review}>
      <h2>What permits it</h2>
      <p>
        <Link className="text-link" to={paths.circleMotion(circleId, motion._id)}>
          <bdi>{title || 'The motion to sell'}</bdi>
        </Link>{' '}
        passed on {day(motion.passedAt)}, for at least <span className="num">{formatCents(leastPriceCents)}</span>.
      </p>
      {relatedMember && (
        <p>
          The buyer is related to <bdi>{relatedMember.name}</bdi>.
        </p>
      )}
      {!isSold && (
        <IconNote icon={<IconGavel {...iconProps(16)} />}>
          {isOver
            ? `No sale can be recorded by it since ${day(until)}. The motion can be proposed again.`
            : `A sale can be recorded by it until ${day(until)}.`}
        </IconNote>
      )}
    </Card>
  )
}

function Sold({ circleId, sold }: { circleId: string; sold: NonNullable<Sale['sold']> }) {
  const { day } = useDates()
  return (
    <Card className={styles.review}>
      <h2>
        Sold on {formatCalendarDay(sold.day)} for <span className="num">{formatCents(sold.priceCents)}</span>
      </h2>
      <p>
        <bdi>{sold.recordedBy.name}</bdi> recorded it, <bdi>{sold.confirmedBy.name}</bdi> confirmed it on {day(sold.confirmedAt)}.{' '}
        <Link className="text-link" to={paths.circleBookEntry(circleId, sold.entryId)}>
          See what was booked
        </Link>
      </p>
      <Link className={styles.paper} to={paths.circleDocument(circleId, sold.document.documentId)}>
        <bdi>{sold.document.title}</bdi>
      </Link>
      <IconNote icon={<IconHomeCheck {...iconProps(16)} />}>
        {sold.heldByTitleCents === 0
          ? 'The title company holds nothing for the circle.'
          : `The title company holds ${formatCents(sold.heldByTitleCents)} for the circle until the bank shows it.`}
      </IconNote>
    </Card>
  )
}
