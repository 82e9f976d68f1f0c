import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { circlePlaceFor } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'
import { circleRelation } from '#domain/may/circle.ts'
import { brokerCirclesQuery, myMembershipsQuery } from '#web/api/circles.ts'
import { useIsOnline } from '#web/api/connection.ts'
import { useRefetchBeforeRedirect } from '#web/api/use-refetch-before-redirect.ts'
import { OfflineFailure } from '#web/shared/waiting/offline-failure.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'

/** Without a connection nobody is redirected. It is asked again when the connection is back. */
const Asking = () => (useIsOnline() ? <PageSkeleton /> : <OfflineFailure onRetry={() => {}} />)

type MembersOnlyProps = {
  circleId: string
  user: User
  children: ReactNode
} & (
  | {
      /** The address of the same screen for the circle's brokers. */
      brokersAt: string
      forBrokers?: never
    }
  /** What the circle's brokers see at the same address. */
  | { brokersAt?: never; forBrokers: ReactNode }
)

/** Redirects people who are not members to the page for their role. */
export function MembersOnly({ circleId, user, brokersAt, forBrokers, children }: MembersOnlyProps) {
  const { data: memberships } = useSuspenseQuery(myMembershipsQuery(user._id))
  const { data: served } = useQuery({ ...brokerCirclesQuery(user._id), enabled: user.isBroker })
  const relation = circleRelation({
    membership: memberships.find((membership) => membership.circle._id === circleId),
    isAssignedBroker: served?.some((circle) => circle._id === circleId) ?? false,
    permissions: user.permissions,
  })
  const place = circlePlaceFor(circleId, relation)
  const isAnswered = useRefetchBeforeRedirect(
    [myMembershipsQuery(user._id), ...(user.isBroker ? [brokerCirclesQuery(user._id)] : [])],
    place !== null,
  )
  if (place === null) return children
  if (relation.isAssignedBroker && forBrokers) return forBrokers
  if (!isAnswered) return <Asking />
  return <Navigate to={(relation.isAssignedBroker && brokersAt) || place} replace />
}

type AssignedBrokersOnlyProps = { circleId: string; user: User; children: ReactNode }

/** Brokers of other circles are redirected to the circle's public page. */
export function AssignedBrokersOnly({ circleId, user, children }: AssignedBrokersOnlyProps) {
  const { data: served } = useSuspenseQuery(brokerCirclesQuery(user._id))
  const serves = served.some((circle) => circle._id === circleId)
  const isAnswered = useRefetchBeforeRedirect([brokerCirclesQuery(user._id)], !serves)
  if (!serves && !isAnswered) return <Asking />
  return serves ? children : <Navigate to={paths.circlePublic(circleId)} replace />
}
