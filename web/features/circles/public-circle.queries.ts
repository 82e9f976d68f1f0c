import { queryOptions } from '@tanstack/react-query'
import { circleReply } from '#contract/circles.ts'
import { circleKey } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'

/** A circle for whoever opens its page: as this session sees it, or as anyone does. An owner's invite opens hidden ones too. */
export function openCircleQuery(circleId: string, isSignedIn: boolean, invite: string | null) {
  const group = isSignedIn ? 'app' : 'public'
  const opened = invite ? `?${new URLSearchParams({ invite })}` : ''
  return queryOptions({
    queryKey: [...circleKey(circleId), 'open', group, invite],
    queryFn: ({ signal }) =>
      api.get(`${group}/circle/${encodeURIComponent(circleId)}${opened}`, circleReply, { public: !isSignedIn, signal }),
  })
}
