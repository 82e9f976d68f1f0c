import type { z } from 'zod'
import type { Circle } from '#contract/circles.ts'
import type { publicMembership } from '#contract/membership.ts'
import { percentFunded } from '#domain/funding.ts'
import { ringArcs } from '#domain/ring.ts'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import styles from './join.module.css'

export type Holding = z.infer<typeof publicMembership>

/** The circle's ring with the arc that the person would get; without one where nothing is left. */
export function JoinRing({ circle, holdings, proposed }: { circle: Circle; holdings: readonly Holding[]; proposed: number }) {
  const target = circle.investmentCriteria.totalTargetSize
  const words = proposed > 0 ? 'with your arc' : 'funded'
  const percent = percentFunded(circle.currentInvestmentAmount + proposed, target)
  return (
    <div className={styles.ring}>
      <ArcRing
        size={264}
        target={target}
        arcs={ringArcs(holdings)}
        openPrices={circle.openArcPrices}
        proposed={proposed}
        caption={words}
        label={proposed > 0 ? `${percent}% funded with your arc` : `${percent}% funded`}
      />
    </div>
  )
}
