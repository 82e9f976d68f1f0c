import { queryOptions } from '@tanstack/react-query'
import { circleReply } from '#contract/circles.ts'
import { circleKey, withInvite } from './circles.ts'
import { api } from './client.ts'

/** A circle for whoever looks at it: as this session sees it, or as anyone does. An owner's invite opens hidden ones too. */
export function openCircleQuery(circleId: string, isSignedIn: boolean, invite: string | null = null) {
  const group = isSignedIn ? 'app' : 'public'
  return queryOptions({
    queryKey: [...circleKey(circleId), 'open', group, invite],
    queryFn: ({ signal }) =>
      api.get(withInvite(`${group}/circle/${encodeURIComponent(circleId)}`, invite), circleReply, { public: !isSignedIn, signal }),
  })
}
