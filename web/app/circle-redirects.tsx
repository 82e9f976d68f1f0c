import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { circlePlaceFor } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'
import { circleRelation } from '#domain/circle-relation.ts'
import { brokerCirclesQuery, myMembershipsQuery } from '#web/api/circles.ts'
import { useRefetchBeforeRedirect } from '#web/api/use-refetch-before-redirect.ts'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'

type MembersOnlyProps = {
  circleId: string
  user: User
  /** The same screen for the circle's brokers. */
  brokersAt: string
  children: ReactNode
}

/** Redirects people who are not members to the page for their role. */
export function MembersOnly({ circleId, user, brokersAt, children }: MembersOnlyProps) {
  const { data: memberships } = useSuspenseQuery(myMembershipsQuery(user._id))
  const { data: served } = useQuery({ ...brokerCirclesQuery(user._id), enabled: user.isBroker })
  const relation = circleRelation({
    membership: memberships.find((membership) => membership.circle._id === circleId),
    isAssignedBroker: served?.some((circle) => circle._id === circleId) ?? false,
    isAdmin: user.permissions.isAdmin,
  })
  const place = circlePlaceFor(circleId, relation)
  const isAnswered = useRefetchBeforeRedirect(
    [myMembershipsQuery(user._id), ...(user.isBroker ? [brokerCirclesQuery(user._id)] : [])],
    place !== null,
  )
  if (place === null) return children
  if (!isAnswered) return <PageSkeleton />
  return <Navigate to={relation.isAssignedBroker ? brokersAt : place} replace />
}

type AssignedBrokersOnlyProps = { circleId: string; user: User; children: ReactNode }

/** Brokers of other circles are redirected to the circle's public page. */
export function AssignedBrokersOnly({ circleId, user, children }: AssignedBrokersOnlyProps) {
  const { data: served } = useSuspenseQuery(brokerCirclesQuery(user._id))
  const serves = served.some((circle) => circle._id === circleId)
  const isAnswered = useRefetchBeforeRedirect([brokerCirclesQuery(user._id)], !serves)
  if (!serves && !isAnswered) return <PageSkeleton />
  return serves ? children : <Navigate to={paths.circlePublic(circleId)} replace />
}
