import type { User } from '#contract/accounts.ts'
import { labelsOf, propertyTypes } from '#domain/choices.ts'
import { formatMoney } from '#domain/money.ts'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'

export function UserPreferences({ user: { investmentPreference: preference, location } }: { user: User }) {
  const range = preference?.propertyInvestmentRange
  const types = labelsOf(propertyTypes, preference?.propertyTypes ?? []).join(', ')
  return (
    <Card>
      <h2>Investment preferences</h2>
      {preference || location ? (
        <dl className={factsStyles.root}>
          <dt>Range</dt>
          <dd>{range ? `${formatMoney(range.min)} – ${formatMoney(range.max)}` : 'Not set'}</dd>
          <dt>Property types</dt>
          <dd>{types || 'Not set'}</dd>
          <dt>Location</dt>
          <dd>{location?.city || 'Not set'}</dd>
          <dt>Preferred radius</dt>
          <dd>{preference ? `${preference.preferredInvestmentRadius} miles` : 'Not set'}</dd>
        </dl>
      ) : (
        <p className="sub">None given yet.</p>
      )}
    </Card>
  )
}
