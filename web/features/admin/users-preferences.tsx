import type { User } from '#contract/accounts.ts'
import { labelsOf } from '#domain/choices.ts'
import { notSet, preferredCriteria, priceRangeText } from '#domain/criteria.ts'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'

export function UserPreferences({ user: { investmentPreference: preference, location } }: { user: User }) {
  const range = preference?.propertyInvestmentRange
  return (
    <Card>
      <h2>Investment preferences</h2>
      {preference || location ? (
        <dl className={factsStyles.root}>
          <dt>Range</dt>
          <dd>{range ? priceRangeText(range) : notSet}</dd>
          {preferredCriteria.map(({ key, label, choices }) => [
            <dt key={key}>{label}</dt>,
            <dd key={`${key} value`}>{labelsOf(choices, preference?.[key] ?? []).join(', ') || notSet}</dd>,
          ])}
          <dt>Location</dt>
          <dd>{location?.city || notSet}</dd>
          <dt>Preferred radius</dt>
          <dd>{preference ? `${preference.preferredInvestmentRadius} miles` : notSet}</dd>
        </dl>
      ) : (
        <p className="sub">None given yet.</p>
      )}
    </Card>
  )
}
