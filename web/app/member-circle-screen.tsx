import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { circlePlaceFor } from '#contract/gates.ts'
import { isOwnerAmong } from '#domain/membership.ts'
import { brokerCirclesQuery, circleQuery, membersQuery, myMembershipsQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { useRefetchBeforeRedirect } from '#web/api/use-refetch-before-redirect.ts'
import { ChangeRules, RulesTool } from '#web/features/deciding/change-rules.tsx'
import { CircleRules } from '#web/features/deciding/circle-rules.tsx'
import { PropertyDecision } from '#web/features/deciding/property-decision.tsx'
import { RecordCard } from '#web/features/deciding/record-card.tsx'
import { type CircleTab, MemberCircle } from '#web/features/membership/member-circle.tsx'
import { VoteTab } from '#web/features/voting/vote-tab.tsx'
import { VotingSummary } from '#web/features/voting/voting-summary.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { useOpenedProperty } from './opened-property.ts'

const PropertyPanel = lazy(async () => ({ default: (await import('#web/features/deciding/property-panel.tsx')).PropertyPanel }))

/** Redirects people who are not members to the page for their role. */
export function MemberCircleScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return <Forwarded key={id} circleId={id} user={user} />
}

function Forwarded({ circleId, user }: { circleId: string; user: User }) {
  const { search } = useLocation()
  const { data: memberships } = useSuspenseQuery(myMembershipsQuery(user._id))
  const { data: served } = useQuery({ ...brokerCirclesQuery(user._id), enabled: user.isBroker })
  const isMember = memberships.some((membership) => membership.circle._id === circleId)
  const serves = served?.some((circle) => circle._id === circleId) ?? false
  const place = circlePlaceFor(circleId, isMember ? 'member' : serves ? 'assigned_broker' : 'other')
  const isAnswered = useRefetchBeforeRedirect(
    [myMembershipsQuery(user._id), ...(user.isBroker ? [brokerCirclesQuery(user._id)] : [])],
    place !== null,
  )
  if (place === null) return <Inside circleId={circleId} user={user} />
  if (!isAnswered) return <PageSkeleton />
  // Notices link here for brokers too.
  return <Navigate to={serves ? `${place}${search}` : place} replace />
}

function Inside({ circleId, user }: { circleId: string; user: User }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: members } = useSuspenseQuery(membersQuery(circleId))
  useWatchCircle(circleId)
  const [query, setQuery] = useSearchParams()
  const tab = (query.get('tab') as CircleTab | null) ?? (query.has('property') ? 'vote' : 'overview')
  const { openedId, open, close } = useOpenedProperty('vote')
  const isOwner = isOwnerAmong(members, user._id)
  return (
    <MemberCircle
      circle={circle}
      members={members}
      userId={user._id}
      tab={tab}
      onTab={(next) => setQuery(next === 'overview' ? {} : { tab: next }, { replace: true, preventScrollReset: true })}
      voteTab={
        <VoteTab
          circle={circle}
          user={user}
          isOwner={isOwner}
          decision={(property) => <PropertyDecision property={property} onOpen={() => open(property._id)} />}
          openedId={openedId}
          detail={(property, onVote) => (
            <Suspense>
              <PropertyPanel property={property} userId={user._id} maySetClosing={isOwner} onVote={onVote} onClose={close} />
            </Suspense>
          )}
          below={
            <>
              <CircleRules circleId={circleId} {...(isOwner && { change: <ChangeRules circleId={circleId} /> })} />
              <RecordCard circleId={circleId} />
            </>
          }
        />
      }
      votingSummary={<VotingSummary circleId={circleId} />}
      ownerTools={<RulesTool circleId={circleId} />}
    />
  )
}
