import { IconExternalLink, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Property } from '#contract/properties.ts'
import { labelOf, listingStatuses } from '#domain/choices.ts'
import { isListingLink } from '#domain/listing.ts'
import { formatMoney } from '#domain/money.ts'
import { ListingPicture } from '#web/api/listing-picture.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { PictureCard } from '#web/ui/layout/picture-card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { voteChoices } from './vote-choices.tsx'
import styles from './voting.module.css'

type PropertyCardProps = {
  property: Property
  userId: string
  /** The property's own page, as members or brokers open it. */
  pagePath: string
  /** Absent for people who may not vote. */
  onVote?: () => void
  /** Absent for people who may not edit. */
  editPath?: string
  /** The outcome so far, rendered by the page. */
  decision?: ReactNode
  /** Further actions. */
  children?: ReactNode
}

/** The strictly largest count is bold; with a tie, none is. */
export function PropertyCard({ property, userId, pagePath, onVote, editPath, decision, children }: PropertyCardProps) {
  const own = property.preferences.find((vote) => vote.user === userId)?.preference
  const ownChoice = voteChoices.find((choice) => choice.value === own)
  const isChanged = property.deciding?.votes?.some((vote) => vote.user === userId && vote.isChanged) ?? false
  return (
    <PictureCard
      picture={<ListingPicture imageKey={property.listingImg.imageUri} seed={property._id} />}
      bodyClassName={styles.voteCardBody}
    >
      <h3>
        <Link className={styles.voteCardTitle} to={pagePath}>
          {property.address}
        </Link>
      </h3>
      <p className="small sub">
        {property.city}, {property.state} {property.zipCode}
      </p>
      <p className={styles.voteCardPrice}>
        <strong className="num">{formatMoney(property.price)}</strong>
        <Badge>{labelOf(listingStatuses, property.listingStatus)}</Badge>
      </p>
      <ul className={styles.voteCounts}>
        {voteChoices.map((choice) => (
          <li key={choice.value} data-tone={choice.tone} data-top={property.tally.topChoice === choice.value}>
            {choice.icon(17)}
            <span>{choice.text}</span>
            <span className="num">{property.tally[choice.value]}</span>
          </li>
        ))}
      </ul>
      {ownChoice && (
        <p className={styles.voteCardOwn}>
          <span className="small sub">Your vote</span>
          <Badge kind={ownChoice.tone} icon={ownChoice.icon(15)}>
            {ownChoice.text}
          </Badge>
          {isChanged && <span className="small muted">changed</span>}
        </p>
      )}
      {decision}
      <div className={styles.voteCardActions}>
        {children}
        {onVote && (
          <ActionButton
            variant={own ? 'outline' : 'light'}
            fullWidth
            disabled={property.deciding?.isClosed ?? false}
            onClick={onVote}
            aria-label={`${own ? 'Change Vote' : 'Vote on Property'}: ${property.address}`}
          >
            {own ? 'Change Vote' : 'Vote on Property'}
          </ActionButton>
        )}
        <div className={styles.voteCardLinks}>
          {isListingLink(property.url) && (
            <a className={`text-link small ${styles.listing}`} href={property.url} target="_blank" rel="noopener noreferrer">
              View listing <IconExternalLink {...iconProps(15)} />
            </a>
          )}
          {editPath && (
            <ActionButton
              variant="subtle"
              data-flush="end"
              to={editPath}
              leftSection={<IconPencil {...iconProps(16)} />}
              aria-label={`Edit ${property.address}`}
            >
              Edit
            </ActionButton>
          )}
        </div>
      </div>
    </PictureCard>
  )
}
