import { queryOptions, useMutation } from '@tanstack/react-query'
import type { followList, followReply } from '#contract/invitations.ts'
import { withInvite } from '#contract/paths.ts'
import { showing, useCache } from './cache-rules.ts'
import { api } from './client.ts'
import { acts } from './facts.ts'

/** The circles that the person follows. A circle that was hidden meanwhile is left out, so changes of lists count too. */
export const followsQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('my-follows', 'circle-lists'), 'follows', userId],
    queryFn: ({ signal }) => api.get<typeof followList>('app/follow', { signal, quiet: true }),
  })

export function useFollow(circleId: string, invite: string | null = null) {
  const cache = useCache()
  const path = withInvite(`app/follow/${circleId}`, invite)
  const onSettled = () => cache.invalidate(acts.followChanged)
  return {
    follow: useMutation({ mutationFn: () => api.post<typeof followReply>(path, {}), onSettled }),
    stop: useMutation({ mutationFn: () => api.delete(path), onSettled }),
  }
}
