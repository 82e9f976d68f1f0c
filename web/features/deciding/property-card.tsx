import { IconExternalLink, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Property } from '#contract/properties.ts'
import { labelOf, listingStatuses, preferences } from '#domain/choices.ts'
import { countedIn } from '#domain/counting.ts'
import { isolate } from '#domain/isolate.ts'
import { isListingLink, placeLine, priceLine } from '#domain/listing.ts'
import { formatMoney } from '#domain/money.ts'
import { countedVotes } from '#domain/votes.ts'
import { ListingPicture } from '#web/shared/listing/listing-picture.tsx'
import { ChoiceBadge, ChoiceSign, toneOf } from '#web/shared/vote/choices.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { PictureCard } from '#web/ui/layout/picture-card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { KeptVote } from './kept-vote.tsx'
import { PropertyDecision } from './property-decision.tsx'
import styles from './voting.module.css'
import { useKeptVote } from './voting.queries.ts'

type PropertyCardProps = {
  property: Property
  userId: string
  /** The property's own page, as members or brokers open it. */
  pagePath: string
  /** Absent for people who may not vote. */
  onVote?: () => void
  /** Absent for people who may not edit. */
  editPath?: string
  /** Nobody votes in this circle any more. */
  isVotingOver?: boolean
  /** Opens reasons and discussion. */
  onOpen: () => void
  /** Further actions. */
  children?: ReactNode
}

/** Counted as the circle's rules do. The strictly largest count is bold; with a tie, none is. */
export function PropertyCard({ property, userId, pagePath, onVote, editPath, isVotingOver = false, onOpen, children }: PropertyCardProps) {
  const own = property.preferences.find((vote) => vote.user === userId)?.preference
  const { counts, countBy, top } = countedVotes(property)
  const kept = useKeptVote(property)
  const hasVoted = own !== undefined || kept !== null
  const isChanged = property.deciding?.votes?.some((vote) => vote.user === userId && vote.isChanged) ?? false
  return (
    <PictureCard picture={<ListingPicture property={property} />} bodyClassName={styles.voteCardBody}>
      <h3>
        <Link className={styles.voteCardTitle} to={pagePath}>
          <bdi>{property.address}</bdi>
        </Link>
      </h3>
      <p className="small sub">{placeLine(property)}</p>
      <p className={styles.voteCardPrice}>
        <strong className="num">{priceLine(property, formatMoney)}</strong>
        <Badge>{labelOf(listingStatuses, property.listingStatus)}</Badge>
      </p>
      <ul className={styles.voteCounts}>
        {preferences.map(({ value, text }) => (
          <li key={value} data-tone={toneOf(value)} data-top={top === value}>
            <ChoiceSign choice={value} size={17} />
            <span>{text}</span>
            <span className="num">{countedIn(countBy, counts[value])}</span>
          </li>
        ))}
      </ul>
      <KeptVote property={property} />
      {own && !kept && (
        <p className={styles.voteCardOwn}>
          <span className="small sub">Your vote</span>
          <ChoiceBadge choice={own} />
          {isChanged && <span className="small muted">changed</span>}
        </p>
      )}
      <PropertyDecision property={property} isVotingOver={isVotingOver} onOpen={onOpen} />
      <div className={styles.voteCardActions}>
        {children}
        {onVote && (
          <ActionButton
            variant={hasVoted ? 'outline' : 'light'}
            fullWidth
            disabled={property.deciding?.isClosed ?? false}
            onClick={onVote}
            aria-label={`${hasVoted ? 'Change Vote' : 'Vote on Property'}: ${isolate(property.address)}`}
          >
            {hasVoted ? 'Change Vote' : 'Vote on Property'}
          </ActionButton>
        )}
        <div className={styles.voteCardLinks}>
          {isListingLink(property.url) && (
            <a className={`text-link small ${styles.listing}`} href={property.url} target="_blank" rel="noopener noreferrer">
              View listing <IconExternalLink {...iconProps(15)} />
            </a>
          )}
          {editPath && !property.isHidden && (
            <ActionButton
              variant="subtle"
              data-flush="end"
              to={editPath}
              leftSection={<IconPencil {...iconProps(16)} />}
              aria-label={`Edit ${isolate(property.address)}`}
            >
              Edit
            </ActionButton>
          )}
        </div>
      </div>
    </PictureCard>
  )
}
