import type { Circle } from '#contract/circles.ts'
import { percentFunded } from '#domain/funding.ts'
import { ringArcs } from '#domain/ring.ts'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import type { Holding } from './choose-step.tsx'
import styles from './join.module.css'

/** The circle's ring with the arc that the person would get. */
export function JoinRing({ circle, holdings, proposed }: { circle: Circle; holdings: readonly Holding[]; proposed: number }) {
  const target = circle.investmentCriteria.totalTargetSize
  const percent = percentFunded(circle.currentInvestmentAmount + proposed, target)
  return (
    <div className={styles.ring}>
      <ArcRing
        size={264}
        target={target}
        arcs={ringArcs(holdings)}
        openPrices={circle.openArcPrices}
        proposed={proposed}
        caption="with your arc"
        label={`${percent}% funded with your arc`}
      />
    </div>
  )
}
