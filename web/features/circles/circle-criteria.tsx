import type { Circle } from '#contract/circles.ts'
import {
  type Choice,
  investmentPurposes,
  labelOf,
  labelsOf,
  ownershipStructures,
  propertyConditions,
  propertyTypes,
} from '#domain/choices.ts'
import { type OpenRange, roomRangeText } from '#domain/criteria.ts'
import { formatDate } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { fullName } from '#domain/person.ts'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './circle-criteria.module.css'

const listText = (choices: readonly Choice[], values: readonly string[]): string => labelsOf(choices, values).join(', ') || 'Any'

const roomsText = (range: OpenRange | null): string => (range ? roomRangeText(range) : 'Any')

const rangeText = (range: OpenRange | null): string => {
  if (!range) return 'Any'
  return range.max === 'any' ? `${formatMoney(range.min)} or more` : `${formatMoney(range.min)} to ${formatMoney(range.max)}`
}

/** A single dedicated broker is marked as exclusive; a team is listed. */
function brokerText({ exclusiveAssignedBroker: exclusive, assignedBrokers: team }: Circle): string {
  if (exclusive) return `${fullName(exclusive)} (Exclusive)`
  return team.map(fullName).join(', ') || 'None assigned yet'
}

export function CircleCriteria({ circle }: { circle: Circle }) {
  const { investmentCriteria: criteria } = circle
  const facts = [
    { label: 'Property types', value: listText(propertyTypes, criteria.propertyTypes) },
    { label: 'Property condition', value: listText(propertyConditions, criteria.propertyCondition) },
    { label: 'Investment purpose', value: listText(investmentPurposes, criteria.investmentPurpose) },
    { label: 'Bedrooms', value: roomsText(criteria.bedrooms) },
    { label: 'Bathrooms', value: roomsText(criteria.bathrooms) },
    {
      label: 'Ownership structure',
      value: criteria.ownershipStructure ? labelOf(ownershipStructures, criteria.ownershipStructure) : 'Not set',
    },
    { label: 'Property investment range', value: rangeText(criteria.propertyInvestmentRange) },
    { label: 'Created', value: formatDate(circle.createdAt) },
    { label: 'Broker', value: brokerText(circle) },
  ]
  return (
    <Card padded={false} className={styles.root}>
      <h2>Investment Criteria</h2>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="label">{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
