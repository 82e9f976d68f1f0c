import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { backToList } from '#web/shared/lists/last-list.ts'
import { queuePlaceQuery } from '#web/shared/verification/verification.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './queue.module.css'
import { type Queue, useOpenPerson } from './queue-place.ts'
import { usePageKeys } from './use-page-keys.ts'

/** From person to person, with the buttons or the arrow keys. */
export function QueueBar({ userId, queue }: { userId: string; queue: NonNullable<Queue> }) {
  const queryClient = useQueryClient()
  const query = queuePlaceQuery(userId, queue.state)
  // The last person's place stays until this one's is known, so that the bar does not change its size.
  const { data: place, isPlaceholderData } = useQuery({ ...query, placeholderData: keepPreviousData })
  const openPerson = useOpenPerson(queue)
  const isFirst = !isPlaceholderData && place?.previous === null
  const isLast = !isPlaceholderData && place?.next.length === 0
  // A key that is pressed before the place is known waits for it.
  const go = async (side: 'previous' | 'next') => {
    const known = queryClient.getQueryData(query.queryKey) ?? (await queryClient.fetchQuery(query).catch(() => null))
    const person = side === 'next' ? known?.next[0] : known?.previous
    if (person) await openPerson(person._id, side)
  }
  const goBack = () => void go('previous')
  const goOn = () => void go('next')
  usePageKeys({ ArrowLeft: goBack, ArrowRight: goOn })
  return (
    <div className={styles.bar} data-no-print>
      <BackButton label="Users awaiting verification" {...backToList('people', paths.admin)} />
      <div className={styles.steps}>
        <ActionButton variant="outline" leftSection={<IconChevronLeft {...iconProps(18)} />} disabled={isFirst} onClick={goBack}>
          Previous
        </ActionButton>
        {place && (
          <p className={`num sub ${styles.place}`}>
            {place.place !== null && (
              <b>
                {place.place} of {place.total}
              </b>
            )}
            {place.place !== null && ' · '}
            {place.left} left
          </p>
        )}
        <ActionButton variant="outline" rightSection={<IconChevronRight {...iconProps(18)} />} disabled={isLast} onClick={goOn}>
          Next
        </ActionButton>
      </div>
    </div>
  )
}
