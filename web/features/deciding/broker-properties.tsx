import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import type { Property, propertyReply } from '#contract/properties.ts'
import { labelOf, listingStatuses } from '#domain/choices.ts'
import { listingMoves } from '#domain/listing.ts'
import { isAllowedIn } from '#domain/stages.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { useBeingBought } from '#web/shared/acquisition/acquisition.queries.ts'
import { circleStage } from '#web/shared/circle/circle-stage.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toastFailure } from '#web/ui/feedback/toast.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { CardGrid } from '#web/ui/layout/card-grid.tsx'
import { PropertyCard } from './property-card.tsx'
import { useOpenedProperty } from './use-opened-property.ts'
import styles from './voting.module.css'
import { VotingOverview } from './voting-overview.tsx'

const PropertyPanel = lazy(async () => ({ default: (await import('./property-panel.tsx')).PropertyPanel }))

type BrokerPropertiesProps = { circle: Circle; brokerId: string }

/** The broker's view: tallies, add, edit, and the listing status of each property. */
export function BrokerProperties({ circle, brokerId }: BrokerPropertiesProps) {
  const { openedId, open, close } = useOpenedProperty('properties')
  const { data: properties } = useSuspenseQuery(propertiesQuery(circle._id))
  const stage = circleStage(circle)
  const mayChange = isAllowedIn(stage, 'change_properties')
  const isVotingOver = !isAllowedIn(stage, 'vote')
  const boughtId = useBeingBought(circle._id, stage)
  const addPath = mayChange ? paths.brokerAddProperty(circle._id) : null
  const mayEdit = ({ _id }: Property) => mayChange && _id !== boughtId
  const opened = properties.find((property) => property._id === openedId)
  return (
    <div className={styles.voteTab}>
      <VotingOverview properties={properties} addPath={addPath} />
      {properties.length === 0 ? (
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
          {addPath ? 'Bring the first property that this circle should look at.' : 'Nothing was brought to this circle.'}
        </EmptyState>
      ) : (
        <CardGrid className={styles.voteCards}>
          {properties.map((property) => (
            <li key={property._id}>
              <PropertyCard
                property={property}
                userId={brokerId}
                pagePath={paths.brokerPropertyPage(circle._id, property._id)}
                {...(mayEdit(property) && { editPath: paths.brokerEditProperty(circle._id, property._id) })}
                isVotingOver={isVotingOver}
                onOpen={() => open(property._id)}
              >
                {mayEdit(property) && <StatusField property={property} />}
              </PropertyCard>
            </li>
          ))}
        </CardGrid>
      )}
      {opened && (
        <Suspense>
          <PropertyPanel
            property={opened}
            userId={brokerId}
            maySetClosing={mayChange}
            isVotingOver={isVotingOver}
            isEnded={stage === 'ended'}
            pagePath={paths.brokerPropertyPage(circle._id, opened._id)}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}

function StatusField({ property }: { property: Property }) {
  const cache = useCache()
  const move = useMutation({
    mutationFn: (listingStatus: string) =>
      api.put<typeof propertyReply>(`app/property/${property._id}`, { listingStatus, updatedAt: property.updatedAt }, { quiet: true }),
    onError: toastFailure,
    onSettled: () => cache.invalidate(acts.propertySaved(property.circle._id)),
  })
  const options = [property.listingStatus, ...listingMoves(property.listingStatus)]
  return (
    <SelectField
      label="Listing status"
      nullText={null}
      disabled={move.isPending || options.length === 1}
      options={options.map((value) => ({ value, text: labelOf(listingStatuses, value) }))}
      value={property.listingStatus}
      onChange={(value) => value !== property.listingStatus && move.mutate(value)}
    />
  )
}
