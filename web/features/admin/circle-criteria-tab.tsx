import type { Circle, InvestmentCriteria } from '#contract/circles.ts'
import {
  type Choice,
  investmentPurposes,
  labelOf,
  labelsOf,
  ownershipStructures,
  propertyConditions,
  propertyTypes,
} from '#domain/choices.ts'
import { type OpenRange, roomLabel } from '#domain/criteria.ts'
import { formatDollars } from '#domain/money.ts'
import { placeName } from '#web/api/places.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import styles from './circle-detail.module.css'

const notSet = 'Not set'
const dollarsText = (amount: number | null) => (amount === null ? notSet : formatDollars(amount))
const listText = (choices: readonly Choice[], values: readonly string[]) => labelsOf(choices, values).join(', ') || 'Any'

const ends = (range: OpenRange | null, text: (value: number) => string): readonly [string, string] =>
  range ? [text(range.min), range.max === 'any' ? 'Any' : text(range.max)] : ['Any', 'Any']

/** A radius alone is not a criterion, because every circle has a default one. */
const isUndefined = (criteria: InvestmentCriteria): boolean =>
  criteria.totalTargetSize === null &&
  criteria.minimumShareSize === null &&
  criteria.ownershipStructure === null &&
  criteria.bedrooms === null &&
  criteria.bathrooms === null &&
  criteria.propertyInvestmentRange === null &&
  criteria.propertyTypes.length + criteria.propertyCondition.length + criteria.investmentPurpose.length === 0

export function CircleCriteriaTab({ circle }: { circle: Circle }) {
  const { investmentCriteria: criteria, location } = circle
  if (isUndefined(criteria)) return <EmptyState level="h2" title="No investment criteria have been defined for this circle." />
  const [least, most] = ends(criteria.propertyInvestmentRange, formatDollars)
  const [bedroomsMin, bedroomsMax] = ends(criteria.bedrooms, roomLabel)
  const [bathroomsMin, bathroomsMax] = ends(criteria.bathrooms, roomLabel)
  return (
    <div className={styles.criteria}>
      <div>
        <Facts
          title="Financial Details"
          facts={[
            ['Property investment range, minimum', least],
            ['Property investment range, maximum', most],
            ['Total target size', dollarsText(criteria.totalTargetSize)],
            ['Owner investment amount', dollarsText(criteria.ownerInvestmentAmount)],
            ['Minimum share size', criteria.minimumShareSize ?? notSet],
            ['Ownership structure', criteria.ownershipStructure ? labelOf(ownershipStructures, criteria.ownershipStructure) : notSet],
          ]}
        />
        <Card>
          <h2>Geographic Focus</h2>
          <p>
            Within {criteria.geographicRadius} miles of {placeName(location)}
          </p>
        </Card>
      </div>
      <Facts
        title="Property Specifications"
        facts={[
          ['Property types', listText(propertyTypes, criteria.propertyTypes)],
          ['Bedrooms, minimum', bedroomsMin],
          ['Bedrooms, maximum', bedroomsMax],
          ['Bathrooms, minimum', bathroomsMin],
          ['Bathrooms, maximum', bathroomsMax],
          ['Condition', listText(propertyConditions, criteria.propertyCondition)],
          ['Purpose', listText(investmentPurposes, criteria.investmentPurpose)],
        ]}
      />
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
