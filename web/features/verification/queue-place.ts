import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { type QueueState, queueStates } from '#domain/verification.ts'
import { backToFilteredPeople } from '#web/shared/lists/filtered-people.ts'
import { queuePlaceQuery } from '#web/shared/verification/verification.queries.ts'
import { useNavigateFromHere } from '#web/ui/form/use-navigate-from-here.ts'

/** The queue in which this page is opened, of all who wait or of those in one state; null if it was opened from elsewhere. */
export type Queue = { readonly state: QueueState | null } | null

export function useQueue(): Queue {
  const [parameters] = useSearchParams()
  const name = parameters.get('queue')
  if (name === null) return null
  return { state: queueStates.find((state) => state === name) ?? null }
}

type Side = 'next' | 'previous'

/** From which side this person came into view; null if the page was opened otherwise. */
export function useCameFrom(): Side | null {
  const state = useLocation().state as { from?: unknown } | null
  return state?.from === 'next' || state?.from === 'previous' ? state.from : null
}

/** Opens another person of the queue. */
export function useOpenPerson(queue: Queue) {
  const navigate = useNavigateFromHere()
  return (personId: string, from: Side) => navigate(paths.adminQueue(personId, queue?.state), { state: { from } })
}

/**
 * Where a decision leads: in the queue to the next person, or to its end; otherwise to the list with its filters, or, as specified, to the
 * overview.
 */
export function useGoOn(queue: Queue, userId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigateFromHere()
  const openPerson = useOpenPerson(queue)
  return async () => {
    if (!queue) {
      const { to, state } = backToFilteredPeople() ?? { to: paths.admin, state: null }
      return navigate(to, { state })
    }
    const query = queuePlaceQuery(userId, queue.state)
    const place = queryClient.getQueryData(query.queryKey) ?? (await queryClient.fetchQuery(query).catch(() => null))
    const [next] = place?.next ?? []
    return next ? openPerson(next._id, 'next') : navigate(paths.adminQueueEnd)
  }
}
