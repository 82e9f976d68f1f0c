import { queryOptions } from '@tanstack/react-query'
import type { circleReply } from '#contract/circles.ts'
import { withInvite } from '#contract/paths.ts'
import { showing } from './cache-rules.ts'
import { api } from './client.ts'
import { circleFact } from './facts.ts'

/** A circle as this session may see it, or as visitors do. A valid invite gives access to a hidden circle. */
export function openCircleQuery(circleId: string, isSignedIn: boolean, invite: string | null = null) {
  const group = isSignedIn ? 'app' : 'public'
  return queryOptions({
    queryKey: [showing(circleFact(circleId), 'people'), 'open-circle', circleId, group, invite],
    queryFn: ({ signal }) =>
      api.get<typeof circleReply>(withInvite(`${group}/circle/${encodeURIComponent(circleId)}`, invite), { public: !isSignedIn, signal }),
  })
}
