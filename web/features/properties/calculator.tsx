import { useState } from 'react'
import type { Property } from '#contract/properties.ts'
import { type Assumptions, estimate, firstAssumptions } from '#domain/estimate.ts'
import { formatDollars } from '#domain/money.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { SliderField } from '#web/ui/fields/slider-field.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import styles from './properties.module.css'

type CalculatorProps = { property: Property; arcs: number; allArcs: number }

/** The possible return on one's own arcs, from assumptions that can be changed. */
export function Calculator({ property, arcs, allArcs }: CalculatorProps) {
  const [assumed, assume] = useState<Assumptions>(() => firstAssumptions(property.price))
  const change = (part: Partial<Assumptions>) => assume({ ...assumed, ...part })
  const result = estimate(property.price, arcs, allArcs, assumed)
  return (
    <Card className={styles.calculator}>
      <CardHeader title={property.address} level="h3" aside={<Badge kind="outline">Estimate</Badge>} />
      <div className={styles.calculatorFields}>
        <NumberField
          label="Monthly rent ($)"
          value={assumed.monthlyRent}
          onChange={(value) => change({ monthlyRent: Math.max(0, value ?? 0) })}
        />
        <NumberField
          label="Interest (% a year)"
          value={assumed.interestRate}
          onChange={(value) => change({ interestRate: Math.max(0, value ?? 0) })}
        />
      </div>
      <SliderField
        label="Part of the price on a loan"
        min={0}
        max={80}
        step={5}
        value={assumed.loanShare}
        onChange={(loanShare) => change({ loanShare })}
        format={(value) => `${value}%`}
      />
      <SliderField
        label="Costs, as part of the rent"
        min={0}
        max={80}
        step={5}
        value={assumed.costShare}
        onChange={(costShare) => change({ costShare })}
        format={(value) => `${value}%`}
      />
      <dl className={`${factsStyles.root} num`}>
        <dt>
          Your {arcs} of {allArcs} arcs of the price
        </dt>
        <dd className={factsStyles.yours}>{formatDollars(result.part)}</dd>
        <dt>Your monthly cost</dt>
        <dd>{formatDollars(result.monthlyCost)}</dd>
        <dt>Your monthly rent</dt>
        <dd>{formatDollars(result.monthlyRent)}</dd>
        <dt>Return a year</dt>
        <dd>{result.yearlyReturn === null ? 'Not known' : `${result.yearlyReturn}%`}</dd>
      </dl>
      <p className="small muted">An estimate from your assumptions, not a forecast and no advice.</p>
    </Card>
  )
}
