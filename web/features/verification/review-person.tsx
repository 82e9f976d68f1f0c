import type { User } from '#contract/accounts.ts'
import type { Given } from '#contract/verification.ts'
import { labelsOf } from '#domain/choices.ts'
import { notSet, preferredCriteria } from '#domain/criteria.ts'
import { formatMoney } from '#domain/money.ts'
import { phoneWords } from '#domain/verification.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'

export function ReviewPerson({ user, given }: { user: User; given: Given }) {
  const { investmentPreference: preference, location } = user
  const range = preference?.propertyInvestmentRange
  return (
    <Card>
      <h2>Person</h2>
      <dl className={factsStyles.root}>
        <dt>Phone, for a call</dt>
        <dd>{phoneWords(given.phone, given.bestTime)}</dd>
        <dt>Location</dt>
        <dd>{[location?.city, location?.state].filter(Boolean).join(', ') || notSet}</dd>
        <dt>Investment range</dt>
        <dd>{range ? `${formatMoney(range.min)} to ${formatMoney(range.max)}` : notSet}</dd>
        {preferredCriteria.map(({ key, label, choices }) => [
          <dt key={key}>{label}</dt>,
          <dd key={`${key} value`}>{labelsOf(choices, preference?.[key] ?? []).join(', ') || notSet}</dd>,
        ])}
        <dt>Registered</dt>
        <dd>
          <Day at={user.createdAt} />
        </dd>
        <dt>E-mail address confirmed</dt>
        <dd>{user.emailConfirmed ? 'Yes' : 'No'}</dd>
      </dl>
    </Card>
  )
}
