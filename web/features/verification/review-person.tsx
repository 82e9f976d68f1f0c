import type { User } from '#contract/accounts.ts'
import type { Given } from '#contract/verification.ts'
import { labelsOf, propertyTypes } from '#domain/choices.ts'
import { formatDate } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { phoneWords } from '#domain/verification.ts'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'

const unset = 'Not set'

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
        <dd>{[location?.city, location?.state].filter(Boolean).join(', ') || unset}</dd>
        <dt>Investment range</dt>
        <dd>{range ? `${formatMoney(range.min)} to ${formatMoney(range.max)}` : unset}</dd>
        <dt>Property types</dt>
        <dd>{labelsOf(propertyTypes, preference?.propertyTypes ?? []).join(', ') || unset}</dd>
        <dt>Registered</dt>
        <dd>{formatDate(user.createdAt)}</dd>
        <dt>E-mail address confirmed</dt>
        <dd>{user.emailConfirmed ? 'Yes' : 'No'}</dd>
      </dl>
    </Card>
  )
}
