import { useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName } from '#domain/person.ts'
import { backToList } from '#web/shared/lists/last-list.ts'
import { overviewQuery, queueQuery } from '#web/shared/verification/verification.queries.ts'
import { OfflineFailure } from '#web/shared/waiting/offline-failure.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './queue.module.css'

const looked = (people: number): string => (people === 1 ? '1 person looked at today.' : `${people} people looked at today.`)
const waits = (people: number): string => (people === 1 ? '1 person still waits.' : `${people} people still wait.`)

/** After the last person of the queue. Some may have been passed by, or still owe an answer. */
export function QueueEndScreen() {
  const { data: queue, error, refetch } = useQuery(queueQuery())
  const { data: overview } = useQuery(overviewQuery)
  if (error && !queue) return <OfflineFailure title="The queue could not be loaded" onRetry={() => void refetch()} />
  if (!queue) return <PageSkeleton />
  const [first] = queue.items
  return (
    <Card className={styles.end}>
      <EmptyState
        level="h1"
        title={first ? 'The end of the queue' : 'Nobody is waiting'}
        action={
          <div className={styles.endButtons}>
            {first && <ActionButton to={paths.adminQueue(first._id)}>Start with {isolate(fullName(first))}</ActionButton>}
            <ActionButton variant="outline" to={backToList('people', paths.adminUsers).to}>
              Back to Users
            </ActionButton>
          </div>
        }
      >
        <p>
          {overview && looked(overview.decidedToday)} {first && waits(queue.total)}
        </p>
      </EmptyState>
    </Card>
  )
}
