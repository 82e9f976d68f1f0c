import { useQuery } from '@tanstack/react-query'
import { rolesOfMembership } from '#domain/may/circle.ts'
import { myMembershipsQuery } from './circles.ts'
import { sessionQuery } from './session.ts'
import { readToken } from './token.ts'

/** What the lists and the public page show a circle's viewer; `unknown` while the memberships are loading. */
export type CircleViewer = 'unknown' | 'visitor' | 'member' | 'other'

/** Answers for any circle, from one list of the person's memberships. */
export function useCircleViewer(): (circleId: string) => CircleViewer {
  const { data: user, isPending } = useQuery(sessionQuery)
  const mine = useQuery({ ...myMembershipsQuery(user?._id ?? ''), enabled: Boolean(user) })
  if (!user) {
    const viewer = isPending && readToken() !== null ? 'unknown' : 'visitor'
    return () => viewer
  }
  if (mine.isPending) return () => 'unknown'
  const memberships = new Map(mine.data?.map((membership) => [membership.circle._id, membership]))
  return (circleId) => (rolesOfMembership(memberships.get(circleId)).isMember ? 'member' : 'other')
}
