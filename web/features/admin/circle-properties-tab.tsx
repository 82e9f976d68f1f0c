import { IconExternalLink, IconPencil, IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { labelOf, listingStatuses, type Preference, preferences } from '#domain/choices.ts'
import { isolate } from '#domain/isolate.ts'
import { isListingLink, placeLine, priceLine } from '#domain/listing.ts'
import { formatMoney } from '#domain/money.ts'
import { fullName } from '#domain/person.ts'
import { tallyAll, voteShare } from '#domain/votes.ts'
import { ListingPicture } from '#web/shared/listing/listing-picture.tsx'
import { Day } from '#web/shared/time/moment.tsx'
import { ChoiceSign, toneOf } from '#web/shared/vote/choices.tsx'
import { VoteBars } from '#web/shared/vote/vote-bars.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { CardGrid } from '#web/ui/layout/card-grid.tsx'
import { PictureCard } from '#web/ui/layout/picture-card.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { adminPropertiesQuery } from './circle.queries.ts'
import styles from './circle-detail.module.css'

const lookOf = (preference: Preference) => ({ tone: toneOf(preference), icon: <ChoiceSign choice={preference} /> })

export function CirclePropertiesTab({ circle }: { circle: Circle }) {
  const { data: properties } = useSuspenseQuery(adminPropertiesQuery(circle._id))
  const counts = tallyAll(properties)
  const add = (
    <ActionButton variant="outline" to={paths.adminNewProperty(circle._id)} leftSection={<IconPlus {...iconProps()} />}>
      Add Property
    </ActionButton>
  )
  return (
    <div className={styles.properties}>
      <StatStrip
        stats={[
          { key: 'total', label: 'Total votes', value: counts.total },
          ...preferences.map(({ value, text }) => ({ key: value, label: text, value: counts[value], ...lookOf(value) })),
        ]}
      />
      {properties.length === 0 ? (
        <EmptyState level="h2" title="No Properties Found" action={add}>
          Add the first property that this circle should look at.
        </EmptyState>
      ) : (
        <>
          <div className={styles.add}>{add}</div>
          <CardGrid className={styles.cards}>
            {properties.map((property) => (
              <li key={property._id}>
                <PropertyCard property={property} />
              </li>
            ))}
          </CardGrid>
        </>
      )}
    </div>
  )
}

function PropertyCard({ property }: { property: Property }) {
  const { tally } = property
  return (
    <PictureCard
      picture={<ListingPicture property={property} />}
      bodyClassName={styles.cardBody}
      footer={
        <div className={styles.cardLinks}>
          <ActionButton
            variant="subtle"
            to={paths.adminManageProperty(property._id)}
            leftSection={<IconPencil {...iconProps()} />}
            aria-label={`Edit ${isolate(property.address)}`}
          >
            Edit
          </ActionButton>
          {isListingLink(property.url) && (
            <ActionButton
              variant="subtle"
              href={property.url}
              rightSection={<IconExternalLink {...iconProps()} />}
              aria-label={`Listing of ${isolate(property.address)}, opens in a new tab`}
            >
              Listing
            </ActionButton>
          )}
        </div>
      }
    >
      <h2>{property.address}</h2>
      <p className="small sub">{placeLine(property)}</p>
      <p className={styles.cardPrice}>
        <strong className="num">{priceLine(property, (price) => (price ? formatMoney(price) : 'TBD'))}</strong>
        <Badge>{labelOf(listingStatuses, property.listingStatus)}</Badge>
      </p>
      <VoteBars
        bars={preferences.map(({ value, text }) => ({
          key: value,
          label: text,
          percent: voteShare(tally, value),
          isTop: tally.topChoice === value,
          ...lookOf(value),
        }))}
      />
      <dl className={styles.cardFacts}>
        <div>
          <dt className="label">Total votes</dt>
          <dd className="num">{tally.total}</dd>
        </div>
        <div>
          <dt className="label">Added</dt>
          <dd className="num">
            <Day at={property.createdAt} />
          </dd>
        </div>
      </dl>
      <p className="small sub">
        Added by <bdi>{fullName(property.uploadedBy)}</bdi>
      </p>
    </PictureCard>
  )
}
