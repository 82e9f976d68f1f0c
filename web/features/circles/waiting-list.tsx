import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { waitingPlace } from '#contract/membership.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, waitingListFact } from '#web/api/facts.ts'
import { ActionButton } from '#web/ui/action-button.tsx'

const placeQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(waitingListFact(circleId)), 'waiting-list', circleId],
    queryFn: ({ signal }) => api.get(`app/request-join/${circleId}`, waitingPlace, { signal, quiet: true }),
  })

/** At 100 % someone may ask to be told when shares come free, sees the place in line, and may leave it. */
export function WaitingList({ circleId }: { circleId: string }) {
  const cache = useCache()
  const { data } = useQuery(placeQuery(circleId))
  const settle = { onSettled: () => cache.makeStale(acts.waitingListChanged(circleId)) }
  const enter = useMutation({ mutationFn: () => api.post(`app/request-join/${circleId}`, {}, waitingPlace, { quiet: true }), ...settle })
  const leave = useMutation({ mutationFn: () => api.delete(`app/request-join/${circleId}`, { quiet: true }), ...settle })
  if (!data) return null
  if (!data.isWaiting) {
    return (
      <ActionButton variant="outline" fullWidth loading={enter.isPending} onClick={() => enter.mutate()}>
        Tell me when shares come free
      </ActionButton>
    )
  }
  return (
    <div className="waiting-list">
      <p>You are number {data.place} in line. We mail you when shares come free.</p>
      <ActionButton variant="subtle" loading={leave.isPending} onClick={() => leave.mutate()}>
        Leave the waiting list
      </ActionButton>
    </div>
  )
}
