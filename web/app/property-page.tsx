import { IconPencil } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { circleRelation, isAssignedTo, membershipOf } from '#domain/may/circle.ts'
import { mayEditProperty, maySetClosingDate } from '#domain/may/property.ts'
import { ringPlaceOf } from '#domain/ring.ts'
import { isAllowedIn } from '#domain/stages.ts'
import { circleQuery, membersQuery, propertiesQuery } from '#web/api/circles.ts'
import { acts } from '#web/api/facts.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { stageQuery } from '#web/features/deciding/motions.queries.ts'
import { PropertyOutcome } from '#web/features/deciding/property-outcome.tsx'
import { PropertyVotes } from '#web/features/deciding/property-votes.tsx'
import { RecordCard } from '#web/features/deciding/record-card.tsx'
import { VoteModal } from '#web/features/deciding/vote-modal.tsx'
import { PropertyFacts } from '#web/features/properties/property-facts.tsx'
import { PropertyGallery } from '#web/features/properties/property-gallery.tsx'
import { PropertyHeading } from '#web/features/properties/property-heading.tsx'
import { useBeingBought } from '#web/shared/acquisition/acquisition.queries.ts'
import { circleStage } from '#web/shared/circle/circle-stage.ts'
import { ReportButton } from '#web/shared/report/report-button.tsx'
import { propertyThread } from '#web/shared/thread/thread.queries.ts'
import { Thread } from '#web/shared/thread/thread.tsx'
import { useClosingTime } from '#web/shared/vote/use-closing-time.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import styles from './property-page.module.css'

type PropertyPageProps = {
  circleId: string
  propertyId: string
  user: User
  /** Members vote, see who voted what and read the record; brokers don't. */
  isForBroker: boolean
}

/** Everything about one property: pictures, facts, where it stands, votes, discussion and record. */
export function PropertyPage({ circleId, propertyId, user, isForBroker }: PropertyPageProps) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: members } = useSuspenseQuery(membersQuery(circleId))
  const { data: properties, isFetching } = useSuspenseQuery(propertiesQuery(circleId))
  const { data: line } = useQuery({ ...stageQuery(circleId), enabled: !isForBroker })
  const stage = line?.stage ?? circleStage(circle)
  const boughtId = useBeingBought(circleId, stage)
  const [isVoting, setVoting] = useState(false)
  useWatchCircle(circleId)
  const property = properties.find(({ _id }) => _id === propertyId)
  const deciding = property?.deciding
  useClosingTime({ circleId, closesAt: deciding?.closesAt ?? null, isClosed: deciding?.isClosed ?? false, act: acts.voteClosed })
  // A property that was just added may not be in the cached list yet.
  if (!property) return isFetching ? <PageSkeleton /> : <NotFoundScreen />

  const isEnded = stage === 'ended'
  const mayVote = isAllowedIn(stage, 'vote')
  const mayChange = isAllowedIn(stage, 'change_properties')
  const isClosed = deciding?.isClosed ?? false
  const relation = circleRelation({
    membership: membershipOf(members, user._id),
    isAssignedBroker: isAssignedTo(circle, user._id),
    permissions: user.permissions,
  })
  const isOwn = property.uploadedBy._id === user._id
  const mayEdit = mayChange && propertyId !== boughtId && !property.isHidden && mayEditProperty(relation, isOwn)
  const editPath = isForBroker ? paths.brokerEditProperty(circleId, propertyId) : paths.editProperty(circleId, propertyId)
  return (
    <>
      <BackButton
        to={isForBroker ? paths.brokerProperties(circleId) : paths.circleVoting(circleId)}
        label={`Properties of ${isolate(circle.title)}`}
      />
      <PropertyHeading
        property={property}
        action={
          <>
            {!isOwn && !property.isHidden && <ReportButton kind="property" id={propertyId} name={property.address} />}
            {mayEdit && (
              <ActionButton
                variant="outline"
                to={editPath}
                leftSection={<IconPencil {...iconProps(18)} />}
                aria-label={`Edit ${isolate(property.address)}`}
              >
                Edit
              </ActionButton>
            )}
          </>
        }
      />
      {!property.isHidden && <PropertyGallery property={property} />}
      <SideColumns
        className={styles.columns}
        stickySide
        main={
          <>
            {!property.isHidden && <PropertyFacts className={styles.facts} property={property} circle={circle} />}
            {deciding?.votes && (
              <PropertyVotes
                className={styles.votes}
                deciding={deciding}
                userId={user._id}
                arcOf={(voter) => ringPlaceOf(members, voter)}
              />
            )}
            <Card className={styles.discussion}>
              <h2>Discussion</h2>
              <Thread
                topic={propertyThread(circleId, propertyId, property.address)}
                readers="Members and the circle’s brokers"
                isReadOnly={isEnded}
              />
            </Card>
            {!isForBroker && <RecordCard className={styles.record} circleId={circleId} property={propertyId} />}
          </>
        }
        side={
          <PropertyOutcome
            className={styles.outcome}
            property={property}
            userId={user._id}
            maySetClosing={maySetClosingDate(relation) && mayChange}
            isVotingOver={!mayVote}
            mayReadRecord={!isForBroker}
            {...(!isForBroker && mayVote && { onVote: () => setVoting(true) })}
          />
        }
      />
      {isVoting && !isClosed && <VoteModal property={property} userId={user._id} onClose={() => setVoting(false)} />}
    </>
  )
}
