import { useQuery } from '@tanstack/react-query'
import type { Circle } from '#contract/circles.ts'
import { type RingArc, ringArcs } from '#domain/ring.ts'
import { membersQuery } from '#web/api/circles.ts'
import { useUser } from '#web/api/session.ts'

/** Rings of circles in which the viewer is not a member name nobody. */
export const namelessArcs = (holdings: readonly number[]): RingArc[] =>
  holdings.map((amount, index) => ({ key: String(index), amount, label: index === 0 ? 'Circle Owner' : 'Member' }))

/**
 * The arcs of a circle's ring. Member names are requested only where the user is a member, so that a list of other circles needs no further
 * requests.
 */
export function useCircleArcs(circle: Circle, isMember: boolean): RingArc[] {
  const user = useUser()
  const { data: members } = useQuery({ ...membersQuery(circle._id), enabled: isMember })
  return members && isMember ? ringArcs(members, user?._id) : namelessArcs(circle.holdings)
}
