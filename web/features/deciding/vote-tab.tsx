import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { type CircleRelation, mayDecide, mayManageCircle } from '#domain/may/circle.ts'
import { mayEditProperty, maySetClosingDate } from '#domain/may/property.ts'
import { isAllowedIn, type Stage } from '#domain/stages.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { useBeingBought } from '#web/shared/acquisition/acquisition.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CardGrid } from '#web/ui/layout/card-grid.tsx'
import { CountPill } from '#web/ui/layout/count-pill.tsx'
import { ChangeRules } from './change-rules.tsx'
import { CircleRules } from './circle-rules.tsx'
import { DecidedCard } from './decided-card.tsx'
import { PropertyCard } from './property-card.tsx'
import { RecordCard } from './record-card.tsx'
import { useOpenedProperty } from './use-opened-property.ts'
import { VoteModal } from './vote-modal.tsx'
import styles from './voting.module.css'
import { VotingOverview } from './voting-overview.tsx'

export const loadPropertyPanel = () => import('./property-panel.tsx')
const PropertyPanel = lazy(async () => ({ default: (await loadPropertyPanel()).PropertyPanel }))

type VoteTabProps = {
  circle: Circle
  user: User
  relation: CircleRelation
  /** Says whether anything can be added, voted on or edited. */
  stage: Stage
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
export function VoteTab({ circle, user, relation, stage }: VoteTabProps) {
  const isEnded = stage === 'ended'
  const { openedId, open: openPanel, close } = useOpenedProperty('vote')
  const { data: properties } = useSuspenseQuery(propertiesQuery(circle._id))
  const [chosenId, choose] = useState<string | null>(null)
  const chosen = properties.find((property) => property._id === chosenId)
  useBroughtIntoView(properties)
  const opened = properties.find((property) => property._id === openedId)
  const mayVote = isAllowedIn(stage, 'vote')
  const mayChange = isAllowedIn(stage, 'change_properties')
  const boughtId = useBeingBought(circle._id, stage)
  const addPath = !mayChange ? null : user.isBroker ? paths.brokerAddProperty(circle._id) : paths.addProperty(circle._id)
  const editPathOf = ({ _id, uploadedBy }: Property) =>
    mayChange && _id !== boughtId && mayEditProperty(relation, uploadedBy._id === user._id)
      ? paths.editProperty(circle._id, _id)
      : undefined
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
          {!mayChange ? 'Nothing was brought to this circle.' : 'Bring the first property that your circle should look at.'}
        </EmptyState>
      )}
      {open.length > 0 && (
        <Section
          title={mayVote ? 'Open' : 'Not decided'}
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
                {...(mayVote && { onVote: () => choose(property._id) })}
                isVotingOver={!mayVote}
                onOpen={() => openPanel(property._id)}
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
          card={(property) => <DecidedCard property={property} editPath={editPathOf(property)} onOpen={() => openPanel(property._id)} />}
        />
      )}
      <CircleRules
        circleId={circle._id}
        mayAgree={mayDecide(relation) && !isEnded}
        {...(mayManageCircle(relation) && !isEnded && { change: <ChangeRules circleId={circle._id} stage={stage} /> })}
      />
      <RecordCard circleId={circle._id} />
      {opened && (
        <Suspense>
          <PropertyPanel
            property={opened}
            userId={user._id}
            maySetClosing={maySetClosingDate(relation) && mayChange}
            isEnded={isEnded}
            isVotingOver={!mayVote}
            pagePath={paths.propertyPage(circle._id, opened._id)}
            {...(mayVote && { onVote: () => choose(opened._id) })}
            onClose={close}
          />
        </Suspense>
      )}
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
