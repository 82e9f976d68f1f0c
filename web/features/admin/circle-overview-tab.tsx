import { useSuspenseQuery } from '@tanstack/react-query'
import type { Circle } from '#contract/circles.ts'
import { shareAmount, shareCount } from '#domain/arcs.ts'
import { visibilityLabel } from '#domain/membership.ts'
import { formatDollars, formatMoney } from '#domain/money.ts'
import { fullName } from '#domain/person.ts'
import { ringArcs, ringLabel } from '#domain/ring.ts'
import { placeName } from '#web/api/places.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { adminMembersQuery } from './circle.queries.ts'
import styles from './circle-detail.module.css'

export function CircleOverviewTab({ circle }: { circle: Circle }) {
  const { dayStat } = useDates()
  const { totalTargetSize: target, minimumShareSize: size, geographicRadius } = circle.investmentCriteria
  return (
    <>
      <StatStrip
        stats={[
          { key: 'current', label: 'Current investment', value: formatMoney(circle.currentInvestmentAmount) },
          { key: 'target', label: 'Target size', value: target ? formatMoney(target) : 'Not set' },
          { key: 'members', label: 'Members', value: circle.memberCount },
          { key: 'created', label: 'Created', ...dayStat(circle.createdAt) },
        ]}
      />
      <div className={styles.columns}>
        <FundingProgress circle={circle} />
        <Card>
          <h2>Description</h2>
          {circle.description.trim() ? (
            <p className={styles.text}>{circle.description}</p>
          ) : (
            <p className="sub">No description provided.</p>
          )}
          <dl className={`${factsStyles.root} ${styles.facts}`}>
            <dt>Created by</dt>
            <dd>
              <bdi>{fullName(circle.createdBy)}</bdi>
              {circle.createdBy.email && <span className="small sub">{circle.createdBy.email}</span>}
            </dd>
            <dt>Location</dt>
            <dd>{placeName(circle.location)}</dd>
            <dt>Radius</dt>
            <dd>{geographicRadius} miles</dd>
            <dt>Status</dt>
            <dd>{visibilityLabel(circle)}</dd>
            <dt>Funding rate</dt>
            <dd className="num">{circle.percentFunded}%</dd>
            <dt>Minimum share size</dt>
            <dd className="num">
              {size ? [size, target && formatDollars(shareAmount(target, shareCount(size)))].filter(Boolean).join(' · ') : 'Not set'}
            </dd>
          </dl>
        </Card>
      </div>
    </>
  )
}

function FundingProgress({ circle }: { circle: Circle }) {
  const { data: members } = useSuspenseQuery(adminMembersQuery(circle._id))
  const target = circle.investmentCriteria.totalTargetSize
  return (
    <Card className={styles.progress}>
      <h2>Funding progress</h2>
      <ArcRing
        size={240}
        target={target}
        arcs={ringArcs(members)}
        openPrices={circle.openArcPrices}
        label={ringLabel(circle.percentFunded, circle.memberCount)}
      />
      <div>
        <p>
          <strong>{circle.percentFunded}% funded</strong>
          <span className="num">
            {formatDollars(circle.currentInvestmentAmount)} {target ? `of ${formatDollars(target)}` : '· no target set'}
          </span>
        </p>
        <ProgressBar percent={circle.percentFunded} label="Funding progress" />
      </div>
    </Card>
  )
}
