import type { Circle, InvestmentCriteria } from '#contract/circles.ts'
import { anyText, criterionText, notSet, withValues } from '#domain/criteria.ts'
import { formatDollars } from '#domain/money.ts'
import { placeName } from '#web/api/places.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import styles from './circle-detail.module.css'

type Valued = ReturnType<typeof withValues>[number]

const dollarsText = (amount: number | null) => (amount === null ? notSet : formatDollars(amount))

/** A range has a row for each end. */
function rowsOf(criterion: Valued): (readonly [string, string])[] {
  if (criterion.kind !== 'range') return [[criterion.label, criterionText(criterion)]]
  const { label, value, endText } = criterion
  return [
    [`${label}, minimum`, value ? endText(value.min) : anyText],
    [`${label}, maximum`, value && value.max !== 'any' ? endText(value.max) : anyText],
  ]
}

/** A radius alone is not a criterion, because every circle has a default one. */
const isUndefined = (criteria: InvestmentCriteria): boolean =>
  criteria.totalTargetSize === null &&
  criteria.minimumShareSize === null &&
  withValues(criteria).every(({ value }) => value === null || (Array.isArray(value) && value.length === 0))

export function CircleCriteriaTab({ circle }: { circle: Circle }) {
  const { investmentCriteria: criteria, location } = circle
  if (isUndefined(criteria)) return <EmptyState level="h2" title="No investment criteria have been defined for this circle." />
  const rows = (isShown: (criterion: Valued) => boolean) => withValues(criteria).filter(isShown).flatMap(rowsOf)
  return (
    <div className={styles.criteria}>
      <div>
        <Facts
          title="Financial Details"
          facts={[
            ...rows(({ key }) => key === 'propertyInvestmentRange'),
            ['Total target size', dollarsText(criteria.totalTargetSize)],
            ['Owner investment amount', dollarsText(criteria.ownerInvestmentAmount)],
            ['Minimum share size', criteria.minimumShareSize ?? notSet],
            ...rows(({ step }) => step === 'FINANCIAL'),
          ]}
        />
        <Card>
          <h2>Geographic Focus</h2>
          <p>
            Within {criteria.geographicRadius} miles of {placeName(location)}
          </p>
        </Card>
      </div>
      <Facts title="Property Specifications" facts={rows(({ key, step }) => step === 'PROPERTY' && key !== 'propertyInvestmentRange')} />
    </div>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, string])[] }) {
  return (
    <Card>
      <h2>{title}</h2>
      <dl className={`${factsStyles.root} num`}>
        {facts.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
      </dl>
    </Card>
  )
}
