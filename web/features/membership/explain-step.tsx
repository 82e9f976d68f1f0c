import type { Circle } from '#contract/circles.ts'
import { shareAmount, shareCount } from '#domain/arcs.ts'
import { formatDollars, formatMoney } from '#domain/money.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Clauses } from '#web/ui/layout/clauses.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { RingLegend } from '#web/ui/ring/ring-legend.tsx'
import styles from './join.module.css'

const example = [
  { key: 'first', amount: 125_000, label: 'First investor', shares: 1 },
  { key: 'second', amount: 500_000, label: 'Second investor', shares: 4 },
  { key: 'third', amount: 375_000, label: 'Third investor', shares: 3 },
]

export function ExplainStep({ circle, onBack, onNext }: { circle: Circle; onBack: () => void; onNext: () => void }) {
  const { totalTargetSize: target, minimumShareSize: size } = circle.investmentCriteria
  return (
    <>
      <div className={styles.figures}>
        <StatStrip
          stats={[
            { key: 'target', label: 'Total target', value: target ? formatMoney(target) : 'Not set' },
            {
              key: 'share',
              label: 'Minimum share size',
              value: size ?? 'Not set',
              ...(size && target ? { unit: formatDollars(shareAmount(target, shareCount(size))) } : {}),
            },
          ]}
        />
      </div>
      <div className={styles.explain}>
        <Card>
          <h2>Pooling together</h2>
          <p>
            A circle has a total target. Its members pool toward it before a property is chosen, and each of them owns a part of what the
            circle buys.
          </p>
          <h2>Shares, called arcs</h2>
          <p>
            The target is divided into equal shares. The minimum share size says how large one is. You may take one share or several, as
            long as they are free; when the last one is taken, the circle is complete.
          </p>
          <p className="sub">What you commit to here is recorded. No payment is taken.</p>
        </Card>
        <Card>
          <h2>An example</h2>
          <p>
            A {formatDollars(1_000_000)} circle with a minimum share of 1/8, which is {formatDollars(125_000)}.
          </p>
          <div className={styles.exampleRing}>
            <ArcRing size={160} target={1_000_000} arcs={example} label="Three investors fill eight of eight shares" />
            <RingLegend
              caption="Who holds what in the example"
              rows={example.map(({ key, amount, label, shares }) => ({
                key,
                name: label,
                amount: formatDollars(amount),
                percent: `${shares}/8`,
              }))}
            />
          </div>
          <p className="sub">Together they fill 8/8.</p>
        </Card>
      </div>
      {circle.charter && (
        <Card className={styles.charter}>
          <h2>How this circle decides</h2>
          <p className="sub">Version {circle.charter.version} of the circle’s charter.</p>
          <Clauses clauses={circle.charter.clauses} />
        </Card>
      )}
      <div className={styles.actions}>
        <ActionButton variant="outline" onClick={onBack}>
          Back
        </ActionButton>
        <ActionButton onClick={onNext}>Next: Choose Investment</ActionButton>
      </div>
    </>
  )
}
