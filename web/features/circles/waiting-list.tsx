import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { waitingReply } from '#contract/membership.ts'
import { withInvite } from '#contract/paths.ts'
import { waitingWords } from '#domain/membership.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts, waitingListFact } from '#web/api/facts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'

const waitingQuery = (circleId: string, invite: string | null) =>
  queryOptions({
    queryKey: [showing(waitingListFact(circleId)), 'waiting-list', circleId, invite],
    queryFn: ({ signal }) =>
      api.get<typeof waitingReply>(withInvite(`app/request-join/${encodeURIComponent(circleId)}`, invite), { signal, quiet: true }),
    retry: false,
  })

type WaitingListProps = {
  circleId: string
  invite: string | null
  /** A hidden circle accepts no new entries, but people can still leave the list. */
  onlyLeave?: boolean
}

/** For circles that are fully funded: people on the list are notified when shares become free. */
export function WaitingList({ circleId, invite, onlyLeave = false }: WaitingListProps) {
  const cache = useCache()
  const { data, isPending } = useQuery(waitingQuery(circleId, invite))
  const path = withInvite(`app/request-join/${circleId}`, invite)
  const settle = { onSettled: () => cache.invalidate(acts.waitingListChanged(circleId)) }
  const enter = useMutation({ mutationFn: () => api.post<typeof waitingReply>(path, {}, { quiet: true }), ...settle })
  const leave = useMutation({ mutationFn: () => api.delete(path, { quiet: true }), ...settle })
  if (isPending && !onlyLeave) return <Bone width="100%" height="2.75rem" radius={10} />
  if (!data || (onlyLeave && !data.isWaiting)) return null
  if (!data.isWaiting) {
    return (
      <>
        {data.waiting > 0 && <p className="sub">{waitingWords(data.waiting)}</p>}
        <p className="small sub">A member who hands on arcs sees your name.</p>
        <ActionButton variant="outline" fullWidth loading={enter.isPending} onClick={() => enter.mutate()}>
          Tell me when arcs come free
        </ActionButton>
      </>
    )
  }
  return (
    <div>
      <p>
        {onlyLeave ? 'You are on the waiting list of this circle, which is no longer shown. ' : 'You are on the waiting list. '}
        {waitingWords(data.waiting)}
      </p>
      <ActionButton variant="subtle" data-flush="start" loading={leave.isPending} onClick={() => leave.mutate()}>
        Leave the waiting list
      </ActionButton>
    </div>
  )
}
