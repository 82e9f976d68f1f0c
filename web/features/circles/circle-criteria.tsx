import type { Circle } from '#contract/circles.ts'
import { criterionText, withValues } from '#domain/criteria.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName } from '#domain/person.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './circle-criteria.module.css'

/** A single dedicated broker is marked as exclusive; a team is listed. */
function brokerText({ exclusiveAssignedBroker: exclusive, assignedBrokers: team }: Circle): string {
  if (exclusive) return `${isolate(fullName(exclusive))} (Exclusive)`
  return team.map(fullName).join(', ') || 'None assigned yet'
}

export function CircleCriteria({ circle }: { circle: Circle }) {
  const { day } = useDates()
  const { minimumShareSize, geographicRadius } = circle.investmentCriteria
  const facts = [
    { label: 'Minimum share', value: minimumShareSize ?? 'Not set' },
    { label: 'Radius', value: `${geographicRadius} mi` },
    ...withValues(circle.investmentCriteria).map((criterion) => ({ label: criterion.label, value: criterionText(criterion) })),
    { label: 'Created', value: day(circle.createdAt) },
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
