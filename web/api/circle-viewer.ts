import { useQuery } from '@tanstack/react-query'
import { myMembershipsQuery } from './circles.ts'
import { sessionQuery } from './session.ts'
import { readToken } from './token.ts'

/** The current person's relation to a circle; `unknown` while the memberships are loading. */
export type CircleRelation = 'unknown' | 'visitor' | 'member' | 'other'

/** Answers for any circle, from one list of the person's memberships. */
export function useCircleRelation(): (circleId: string) => CircleRelation {
  const { data: user, isPending } = useQuery(sessionQuery)
  const mine = useQuery({ ...myMembershipsQuery(user?._id ?? ''), enabled: Boolean(user) })
  if (!user) {
    const relation = isPending && readToken() !== null ? 'unknown' : 'visitor'
    return () => relation
  }
  if (mine.isPending) return () => 'unknown'
  const circles = new Set(mine.data?.map((membership) => membership.circle._id))
  return (circleId) => (circles.has(circleId) ? 'member' : 'other')
}
