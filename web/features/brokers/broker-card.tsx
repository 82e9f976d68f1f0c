import { IconCircleCheck, IconClock, IconListCheck, IconMessageQuestion, type TablerIcon } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { type BrokerWait, type BrokerWaitKind, brokerWaitWords } from '#domain/broker-desk.ts'
import { propertyTypes } from '#domain/choices.ts'
import { anyText, choicesText, priceRangeText } from '#domain/criteria.ts'
import { calendarDayOf, formatComingDay, formatDay, type Zone } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'
import { ringLabel } from '#domain/ring.ts'
import { placeName } from '#web/api/places.ts'
import { namelessArcs } from '#web/shared/circle/circle-arcs.ts'
import { StageMini } from '#web/shared/circle/stage-mini.tsx'
import { useZone } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './desk.module.css'

/** A circle's page shows the rest. */
const mostLines = 5

export const rangeText = ({ investmentCriteria: { propertyInvestmentRange } }: Circle): string =>
  propertyInvestmentRange ? priceRangeText(propertyInvestmentRange) : anyText

export const areaText = ({ location, investmentCriteria: { geographicRadius } }: Circle): string =>
  `${placeName(location)} · ${geographicRadius} mi radius`

export function BrokerRing({ circle, size = 64 }: { circle: Circle; size?: 28 | 64 }) {
  return (
    <ArcRing
      size={size}
      target={circle.investmentCriteria.totalTargetSize}
      arcs={namelessArcs(circle.holdings)}
      openPrices={circle.openArcPrices}
      label={ringLabel(circle.percentFunded, circle.memberCount)}
      animate={false}
    />
  )
}

export function BrokerCard({ circle, waits }: { circle: Circle; waits: readonly BrokerWait[] }) {
  return (
    <Card as="article" className={styles.card}>
      <div className={styles.cardHead}>
        <div>
          <h3>{circle.title}</h3>
          <p className={styles.cardPlace}>{areaText(circle)}</p>
          <StageMini stage={circle.stage} />
        </div>
        <BrokerRing circle={circle} />
      </div>
      <p className={styles.cardAbout} title={circle.description}>
        {circle.description}
      </p>
      <dl className={styles.cardFacts}>
        <div>
          <dt className="label">Property types</dt>
          <dd>{choicesText(propertyTypes, circle.investmentCriteria.propertyTypes)}</dd>
        </div>
        <div>
          <dt className="label">Investment range</dt>
          <dd className="num">{rangeText(circle)}</dd>
        </div>
        <div>
          <dt className="label">Created by</dt>
          <dd>
            <bdi>{circle.createdBy.firstName || 'Unknown'}</bdi>
          </dd>
        </div>
      </dl>
      <Waits circle={circle} waits={waits} />
      <ActionButton
        className={styles.cardAction}
        variant="outline"
        fullWidth
        to={paths.brokerCircle(circle._id)}
        aria-label={`Manage Circle: ${isolate(circle.title)}`}
      >
        Manage Circle
      </ActionButton>
    </Card>
  )
}

const icons: Readonly<Record<BrokerWaitKind, TablerIcon>> = {
  question: IconMessageQuestion,
  closing: IconClock,
  passed: IconCircleCheck,
  step: IconListCheck,
}

/** The day on which it closes, or since when it waits. */
function dayOf({ dueAt, since }: BrokerWait, now: Date, zone: Zone): string {
  if (dueAt !== null) return formatComingDay(dueAt, now, zone, 'short')
  return calendarDayOf(since, zone) === calendarDayOf(now, zone) ? 'today' : formatDay(since, zone, 'short')
}

function Waits({ circle, waits }: { circle: Circle; waits: readonly BrokerWait[] }) {
  const zone = useZone()
  const left = waits.length - mostLines
  return (
    <ul className={styles.waits}>
      {waits.slice(0, mostLines).map((wait) => {
        const Icon = icons[wait.kind]
        return (
          <li key={`${wait.kind} ${wait.path}`}>
            <Link to={wait.path}>
              <Icon className={styles.waitSign} {...iconProps(19)} />
              <span className={styles.waitWords}>
                <b className={styles.waitName}>
                  <bdi>{wait.name}</bdi>
                </b>
                {brokerWaitWords(wait)}
              </span>
              <small className="num">{dayOf(wait, new Date(), zone)}</small>
            </Link>
          </li>
        )
      })}
      {left > 0 && (
        <li>
          <Link to={paths.brokerProperties(circle._id)} aria-label={`${left} more in ${isolate(circle.title)}`}>
            <span className={styles.waitsMore}>{left} more</span>
          </Link>
        </li>
      )}
    </ul>
  )
}
