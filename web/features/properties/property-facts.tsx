import { IconLock } from '@tabler/icons-react'
import type { Circle } from '#contract/circles.ts'
import type { Property } from '#contract/properties.ts'
import { labelOf, listingStatuses } from '#domain/choices.ts'
import { targetFit } from '#domain/fit.ts'
import { isListingLink } from '#domain/listing.ts'
import { formatDollars } from '#domain/money.ts'
import { fullName } from '#domain/person.ts'
import { knownFacts } from '#domain/property-facts.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './property-page-parts.module.css'

type PropertyFactsProps = { property: Property; circle: Circle; className?: string | undefined }

/** What is known about a property, and what its price means for the circle. */
export function PropertyFacts({ property, circle, className }: PropertyFactsProps) {
  const { day } = useDates()
  const isClosed = property.deciding?.isClosed ?? false
  const facts = [
    { label: isClosed ? 'Price then' : 'Price', words: formatDollars(property.price) },
    ...knownFacts(property),
    { label: 'Listing status', words: labelOf(listingStatuses, property.listingStatus) },
    { label: 'Added by', words: fullName(property.uploadedBy) || 'Former member' },
    { label: 'Added', words: day(property.createdAt) },
  ]
  return (
    <Card className={className}>
      <h2 className={styles.cardTitle}>Facts</h2>
      <dl className={`${styles.facts} num`}>
        {facts.map(({ label, words }) => (
          <div key={label}>
            <dt className="small sub">{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
        <div className={styles.target}>
          <dt className="small sub">Share of the target</dt>
          <dd>{targetFit(property.price, circle.investmentCriteria.totalTargetSize, circle.currentInvestmentAmount)}</dd>
        </div>
      </dl>
      <ListingNote property={property} isClosed={isClosed} />
    </Card>
  )
}

function ListingNote({ property, isClosed }: { property: Property; isClosed: boolean }) {
  const link = isListingLink(property.url) && (
    <a className="text-link" href={property.url} target="_blank" rel="noopener noreferrer">
      View listing
    </a>
  )
  if (!isClosed) return link && <p className={`small ${styles.note}`}>{link}</p>
  return (
    <IconNote className={styles.note} icon={<IconLock {...iconProps(16)} />}>
      Address, price, link, facts and pictures are locked since the vote closed. {link}
    </IconNote>
  )
}
