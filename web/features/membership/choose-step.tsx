import type { Circle } from '#contract/circles.ts'
import type { PurchasePlan } from '#domain/arcs.ts'
import { ownershipPercent, sharePercent } from '#domain/funding.ts'
import { formatDollars, formatMoney } from '#domain/money.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { SliderField } from '#web/ui/fields/slider-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import styles from './join.module.css'
import { type Holding, JoinRing } from './join-ring.tsx'

export const sharesText = (shares: number): string => `${shares} ${shares === 1 ? 'share' : 'shares'}`

type ChooseStepProps = {
  circle: Circle
  holdings: readonly Holding[]
  plans: readonly PurchasePlan[]
  chosen: PurchasePlan | null
  onChoose: (arcs: number) => void
  onBack: () => void
  onNext: () => void
}

export function ChooseStep({ circle, holdings, plans, chosen, onChoose, onBack, onNext }: ChooseStepProps) {
  const { totalTargetSize: target, minimumShareSize: size } = circle.investmentCriteria
  const available = circle.openArcPrices.reduce((sum, price) => sum + price, 0)
  const owner = holdings.find((holding) => holding.isOwner)
  return (
    <>
      <div className={styles.choose}>
        <div className={styles.main}>
          <StatStrip
            stats={[
              { key: 'target', label: 'Total Target Size', value: target ? formatMoney(target) : 'Not set' },
              { key: 'owner', label: 'Creator’s Investment', value: formatMoney(owner?.investmentAmount ?? 0) },
              { key: 'available', label: 'Available for Investment', value: formatMoney(available) },
            ]}
          />
          <Card>
            <h2>Choose your arc</h2>
            {plans.length === 0 || !chosen ? (
              <p>No shares are currently available in this circle.</p>
            ) : (
              <>
                <p className="sub">
                  One arc is {size} of the circle, {formatDollars(plans[0]?.amount ?? 0)}.
                </p>
                <ChoiceTiles
                  legend="How many shares"
                  hideLegend
                  layout="shares"
                  tone="clay"
                  columns={3}
                  choices={plans.map((plan) => ({
                    value: String(plan.arcs),
                    label: sharesText(plan.arcs),
                    figure: formatMoney(plan.amount),
                    detail: `${sharePercent(plan.amount, target)} of total`,
                  }))}
                  value={String(chosen.arcs)}
                  onChange={(value) => onChoose(Number(value))}
                />
                {plans.length > 1 && (
                  <div className={styles.slider}>
                    <SliderField
                      label="Investment amount"
                      tone="clay"
                      min={1}
                      max={plans.length}
                      step={1}
                      ticks={plans.map((plan) => plan.arcs)}
                      value={chosen.arcs}
                      onChange={onChoose}
                      format={(arcs) => formatDollars(plans[arcs - 1]?.amount ?? 0)}
                      ends={[formatMoney(plans[0]?.amount ?? 0), formatMoney(available)]}
                    />
                  </div>
                )}
              </>
            )}
          </Card>
        </div>
        <Card className={styles.summary}>
          <JoinRing circle={circle} holdings={holdings} proposed={chosen?.amount ?? 0} />
          <h2>Summary</h2>
          <dl className={`${factsStyles.root} num`}>
            <dt>Total target</dt>
            <dd>{target ? formatDollars(target) : 'Not set'}</dd>
            <dt>Available</dt>
            <dd>
              {formatDollars(available)} ({sharePercent(available, target)})
            </dd>
            <dt>Your investment</dt>
            <dd className={factsStyles.yours}>{formatDollars(chosen?.amount ?? 0)}</dd>
            <dt>Ownership</dt>
            <dd>{ownershipPercent(chosen?.amount ?? 0, target)}</dd>
            <dt>Shares</dt>
            <dd>
              {chosen?.arcs ?? 0} of {plans.length} available
            </dd>
          </dl>
        </Card>
      </div>
      <div className={styles.actions}>
        <ActionButton variant="outline" onClick={onBack}>
          Back
        </ActionButton>
        <ActionButton onClick={onNext} disabled={!chosen || chosen.amount <= 0}>
          Next: Confirm
        </ActionButton>
      </div>
    </>
  )
}
