import { useState } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { shareAmount, shareCount } from '#domain/arcs.ts'
import { ownershipPercent, remainingGoal } from '#domain/funding.ts'
import { formatDollars } from '#domain/money.ts'
import { ringArcs, ringLabel } from '#domain/ring.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { RingLegend } from '#web/ui/ring/ring-legend.tsx'
import { BuyMore } from './buy-more.tsx'
import styles from './member-circle.module.css'

type CircleProgressProps = { circle: Circle; members: readonly Membership[]; userId: string }

export function CircleProgress({ circle, members, userId }: CircleProgressProps) {
  const [highlighted, highlight] = useState<string | null>(null)
  const { totalTargetSize: target, minimumShareSize: size } = circle.investmentCriteria
  const arcs = ringArcs(members, userId)
  const names = new Map(members.map((member) => [member._id, member.user?.firstName ?? '']))
  const remaining = remainingGoal(circle.currentInvestmentAmount, target)
  return (
    <Card>
      <CardHeader
        title="Circle Progress"
        aside={
          target && size ? (
            <span className="small sub">
              Minimum share {size} · {formatDollars(shareAmount(target, shareCount(size)))}
            </span>
          ) : undefined
        }
      />
      <div className={styles.circleProgress}>
        <ArcRing
          size={280}
          target={target}
          arcs={arcs}
          openPrices={circle.openArcPrices}
          highlighted={highlighted}
          label={ringLabel(circle.percentFunded, circle.memberCount)}
        />
        <RingLegend
          caption="What each member holds"
          rows={arcs.map((arc) => ({
            key: arc.key,
            name: names.get(arc.key) ?? arc.label,
            amount: formatDollars(arc.amount),
            percent: ownershipPercent(arc.amount, target),
            isYou: arc.isYou ?? false,
          }))}
          {...(target && remaining > 0
            ? { rest: { name: 'Remaining goal', amount: formatDollars(remaining), percent: ownershipPercent(remaining, target) } }
            : {})}
          highlighted={highlighted}
          onHighlight={highlight}
        />
      </div>
      <div className={styles.circleProgressBar}>
        <p>
          <strong>{circle.percentFunded}% funded</strong>
          <span className="num">
            {formatDollars(circle.currentInvestmentAmount)} of {target ? formatDollars(target) : 'Not set'}
          </span>
        </p>
        <ProgressBar percent={circle.percentFunded} label="Funded" />
      </div>
      <BuyMore circle={circle} />
    </Card>
  )
}
