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
import { PropertyCard } from './property-card.tsx'
import { VoteModal } from './vote-modal.tsx'
import styles from './voting.module.css'
import { VotingOverview } from './voting-overview.tsx'

type VoteTabProps = {
  circle: Circle
  user: User
  /** The circle's owner may edit every property. */
  isOwner: boolean
  /** Rendered by the page, because deciding is another feature: on each card, beside the opened property, and below all. */
  decision: (property: Property) => ReactNode
  openedId: string | null
  detail: (property: Property, onVote: () => void) => ReactNode
  below: ReactNode
}

const cardId = (propertyId: string) => `property-${propertyId}`

/** Scrolls to the property that was just added or edited. */
function useBroughtIntoView(): void {
  const { state } = useLocation()
  const propertyId = (state as { property?: string } | null)?.property
  useEffect(() => {
    if (propertyId) document.getElementById(cardId(propertyId))?.scrollIntoView({ block: 'center' })
  }, [propertyId])
}

/** Other people's changes arrive by live updates. */
export function VoteTab({ circle, user, isOwner, decision, openedId, detail, below }: VoteTabProps) {
  const { data: properties } = useSuspenseQuery(propertiesQuery(circle._id))
  const [chosenId, choose] = useState<string | null>(null)
  const chosen = properties.find((property) => property._id === chosenId)
  useBroughtIntoView()
  const opened = properties.find((property) => property._id === openedId)
  const addPath = user.isBroker ? paths.brokerAddProperty(circle._id) : paths.addProperty(circle._id)
  return (
    <div className={styles.voteTab}>
      <VotingOverview properties={properties} addPath={addPath} />
      {properties.length === 0 ? (
        <EmptyState
          title="No properties yet"
          action={
            <ActionButton variant="outline" to={addPath}>
              Add Property
            </ActionButton>
          }
        >
          Bring the first property that your circle should look at.
        </EmptyState>
      ) : (
        <>
          {properties.length > 1 && (
            <ActionButton variant="subtle" data-flush="start" to={paths.compare(circle._id)}>
              Compare properties
            </ActionButton>
          )}
          <CardGrid className={styles.voteCards}>
            {properties.map((property) => (
              <li key={property._id} id={cardId(property._id)}>
                <PropertyCard
                  property={property}
                  userId={user._id}
                  onVote={() => choose(property._id)}
                  decision={decision(property)}
                  {...(isOwner || property.uploadedBy._id === user._id ? { editPath: paths.editProperty(circle._id, property._id) } : {})}
                />
              </li>
            ))}
          </CardGrid>
        </>
      )}
      {below}
      {opened && detail(opened, () => choose(opened._id))}
      {chosen && <VoteModal key={chosen._id} property={chosen} userId={user._id} onClose={() => choose(null)} />}
    </div>
  )
}
