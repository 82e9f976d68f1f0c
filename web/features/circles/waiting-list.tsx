import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { waitingPlace } from '#contract/membership.ts'
import { circleKey } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/action-button.tsx'

const placeQuery = (circleId: string) =>
  queryOptions({
    queryKey: [...circleKey(circleId), 'waiting'],
    queryFn: ({ signal }) => api.get(`app/request-join/${circleId}`, waitingPlace, { signal, quiet: true }),
  })

/** At 100 % someone may ask to be told when shares come free, sees the place in line, and may leave it. */
export function WaitingList({ circleId }: { circleId: string }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(placeQuery(circleId))
  const settle = { onSettled: () => queryClient.invalidateQueries({ queryKey: circleKey(circleId) }) }
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
