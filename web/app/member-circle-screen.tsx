import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { circleRelation, isAssignedTo, maySetClosingDate, membershipOf } from '#domain/circle-relation.ts'
import { circleQuery, membersQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { ChangeRules, RulesTool } from '#web/features/deciding/change-rules.tsx'
import { CircleRules } from '#web/features/deciding/circle-rules.tsx'
import { DecidedCard } from '#web/features/deciding/decided-card.tsx'
import { PropertyDecision } from '#web/features/deciding/property-decision.tsx'
import { RecordCard } from '#web/features/deciding/record-card.tsx'
import { InvitePeople } from '#web/features/invitations/invite-people.tsx'
import { isCircleTab, MemberCircle } from '#web/features/membership/member-circle.tsx'
import { stageQuery } from '#web/features/motions/motions.queries.ts'
import { StageLine } from '#web/features/motions/stage-line.tsx'
import { VoteTab } from '#web/features/voting/vote-tab.tsx'
import { VotingSummary } from '#web/features/voting/voting-summary.tsx'
import { circleStage } from '#web/shared/circle/circle-stage.ts'
import { TableSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { MembersOnly } from './circle-redirects.tsx'
import { useOpenedProperty } from './opened-property.ts'

const PropertyPanel = lazy(async () => ({ default: (await import('#web/features/deciding/property-panel.tsx')).PropertyPanel }))

const MotionsTab = lazy(async () => ({ default: (await import('#web/features/motions/motions-tab.tsx')).MotionsTab }))

/** Redirects people who are not members to the page for their role. */
export function MemberCircleScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  const { search } = useLocation()
  if (!user) return null
  return (
    // Notices link here for brokers too.
    <MembersOnly key={id} circleId={id} user={user} brokersAt={`${paths.brokerCircle(id)}${search}`}>
      <Inside circleId={id} user={user} />
    </MembersOnly>
  )
}

function Inside({ circleId, user }: { circleId: string; user: User }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: members } = useSuspenseQuery(membersQuery(circleId))
  useWatchCircle(circleId)
  const [query, setQuery] = useSearchParams()
  const { data: line } = useQuery(stageQuery(circleId))
  const stage = line?.stage ?? circleStage(circle)
  const isEnded = stage === 'ended'
  const asked = query.get('tab')
  const tab = isCircleTab(asked) ? asked : query.has('property') ? 'vote' : 'overview'
  const hasMotionsTab = stage !== 'gathering' || line?.hasMotions || tab === 'motions'
  const { openedId, open, close } = useOpenedProperty('vote')
  const relation = circleRelation({
    membership: membershipOf(members, user._id),
    isAssignedBroker: isAssignedTo(circle, user._id),
    isAdmin: user.permissions.isAdmin,
  })
  return (
    <MemberCircle
      circle={circle}
      members={members}
      userId={user._id}
      relation={relation}
      tab={tab}
      onTab={(next) => setQuery(next === 'overview' ? {} : { tab: next }, { replace: true, preventScrollReset: true })}
      stage={stage}
      stageLine={<StageLine circleId={circleId} userId={user._id} />}
      motions={
        hasMotionsTab
          ? {
              waiting: line?.waitingMotions ?? 0,
              tab: (
                <Suspense fallback={<TableSkeleton rows={3} />}>
                  <MotionsTab circleId={circleId} />
                </Suspense>
              ),
            }
          : null
      }
      voteTab={
        <VoteTab
          circle={circle}
          user={user}
          isOwner={relation.isOwner}
          isEnded={isEnded}
          decided={(property, editPath) => <DecidedCard property={property} editPath={editPath} onOpen={() => open(property._id)} />}
          decision={(property) => <PropertyDecision property={property} isEnded={isEnded} onOpen={() => open(property._id)} />}
          openedId={openedId}
          detail={(property, onVote) => (
            <Suspense>
              <PropertyPanel
                property={property}
                userId={user._id}
                maySetClosing={maySetClosingDate(relation) && !isEnded}
                isEnded={isEnded}
                pagePath={paths.propertyPage(circleId, property._id)}
                {...(!isEnded && { onVote })}
                onClose={close}
              />
            </Suspense>
          )}
          below={
            <>
              <CircleRules
                circleId={circleId}
                mayAgree={relation.isMember && !isEnded}
                {...(relation.isOwner && !isEnded && { change: <ChangeRules circleId={circleId} /> })}
              />
              <RecordCard circleId={circleId} />
            </>
          }
        />
      }
      votingSummary={<VotingSummary circleId={circleId} />}
      ownerTools={<RulesTool circleId={circleId} />}
      invitations={<InvitePeople circleId={circleId} />}
    />
  )
}
