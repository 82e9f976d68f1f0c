import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CardGrid } from '#web/ui/layout/card-grid.tsx'
import { CountPill } from '#web/ui/layout/count-pill.tsx'
import { PropertyCard } from './property-card.tsx'
import { VoteModal } from './vote-modal.tsx'
import styles from './voting.module.css'
import { VotingOverview } from './voting-overview.tsx'

type VoteTabProps = {
  circle: Circle
  user: User
  /** The circle's owner may edit every property. */
  isOwner: boolean
  /** Nothing can be added, voted on or edited in an ended circle. */
  isEnded: boolean
  /** Rendered by the page, because deciding is another feature: on each card, beside the opened property, and below all. */
  decision: (property: Property) => ReactNode
  /** The card of a property on which voting has closed. */
  decided: (property: Property, editPath: string | undefined) => ReactNode
  openedId: string | null
  detail: (property: Property, onVote: () => void) => ReactNode
  below: ReactNode
}

const cardId = (propertyId: string) => `property-${propertyId}`

/** Scrolls to the property that was just added or edited, as soon as it is in the list. */
function useBroughtIntoView(properties: readonly Property[]): void {
  const { state } = useLocation()
  const propertyId = (state as { property?: string } | null)?.property
  const isListed = properties.some(({ _id }) => _id === propertyId)
  useEffect(() => {
    if (propertyId && isListed) document.getElementById(cardId(propertyId))?.scrollIntoView({ block: 'center' })
  }, [propertyId, isListed])
}

/** Other people's changes arrive by live updates. */
export function VoteTab({ circle, user, isOwner, isEnded, decision, decided, openedId, detail, below }: VoteTabProps) {
  const { data: properties } = useSuspenseQuery(propertiesQuery(circle._id))
  const [chosenId, choose] = useState<string | null>(null)
  const chosen = properties.find((property) => property._id === chosenId)
  useBroughtIntoView(properties)
  const opened = properties.find((property) => property._id === openedId)
  const addPath = isEnded ? null : user.isBroker ? paths.brokerAddProperty(circle._id) : paths.addProperty(circle._id)
  const editPathOf = ({ _id, uploadedBy }: Property) =>
    !isEnded && (isOwner || uploadedBy._id === user._id) ? paths.editProperty(circle._id, _id) : undefined
  const open = properties.filter(({ deciding }) => !deciding?.isClosed)
  const closed = properties.filter(({ deciding }) => deciding?.isClosed)
  return (
    <div className={styles.voteTab}>
      <VotingOverview properties={properties} addPath={addPath} />
      {properties.length === 0 && (
        <EmptyState
          title="No properties yet"
          {...(addPath && {
            action: (
              <ActionButton variant="outline" to={addPath}>
                Add Property
              </ActionButton>
            ),
          })}
        >
          {isEnded ? 'Nothing was brought to this circle.' : 'Bring the first property that your circle should look at.'}
        </EmptyState>
      )}
      {open.length > 0 && (
        <Section
          title={isEnded ? 'Not decided' : 'Open'}
          properties={open}
          aside={
            properties.length > 1 && (
              <ActionButton variant="subtle" data-flush="end" to={paths.compare(circle._id)}>
                Compare properties
              </ActionButton>
            )
          }
          card={(property) => {
            const editPath = editPathOf(property)
            return (
              <PropertyCard
                property={property}
                userId={user._id}
                pagePath={paths.propertyPage(circle._id, property._id)}
                {...(!isEnded && { onVote: () => choose(property._id) })}
                decision={decision(property)}
                {...(editPath && { editPath })}
              />
            )
          }}
        />
      )}
      {closed.length > 0 && (
        <Section
          title="Decided"
          properties={closed}
          aside={
            <ActionButton variant="subtle" data-flush="end" to={paths.circleRecord(circle._id)}>
              Whole record
            </ActionButton>
          }
          card={(property) => decided(property, editPathOf(property))}
        />
      )}
      {below}
      {opened && detail(opened, () => choose(opened._id))}
      {chosen && !chosen.deciding?.isClosed && (
        <VoteModal key={chosen._id} property={chosen} userId={user._id} onClose={() => choose(null)} />
      )}
    </div>
  )
}

type SectionProps = {
  title: 'Open' | 'Not decided' | 'Decided'
  properties: readonly Property[]
  aside: ReactNode
  card: (property: Property) => ReactNode
}

const Section = ({ title, properties, aside, card }: SectionProps) => (
  <section>
    <div className={styles.sectionHead}>
      <h2>
        {title} <CountPill isOpen={title === 'Open'}>{properties.length}</CountPill>
      </h2>
      {aside}
    </div>
    <CardGrid className={styles.voteCards}>
      {properties.map((property) => (
        <li key={property._id} id={cardId(property._id)}>
          {card(property)}
        </li>
      ))}
    </CardGrid>
  </section>
)
