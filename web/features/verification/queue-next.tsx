import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { queueLabels, waitedWords } from '#domain/verification.ts'
import { queuePlaceQuery } from '#web/shared/verification/verification.queries.ts'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './queue.module.css'
import type { Queue } from './queue-place.ts'

/** Who comes after this person. */
export function NextInQueue({ userId, queue }: { userId: string; queue: NonNullable<Queue> }) {
  const { data: place } = useQuery(queuePlaceQuery(userId, queue.state))
  if (!place) return null
  return (
    <Card>
      <CardHeader title="Next in the queue" level="h3" />
      {place.next.length === 0 ? (
        <p className="sub">Nobody comes after this person.</p>
      ) : (
        <ul className={styles.people}>
          {place.next.map((person) => (
            <li key={person._id}>
              <Avatar initial={initialOf(person)} size={36} />
              <span>
                <Link className={styles.name} to={paths.adminQueue(person._id, queue.state)} state={{ from: 'next' }}>
                  <bdi>{fullName(person)}</bdi>
                </Link>
                <span className="small sub">
                  {person.requestedAt && `${waitedWords(person.requestedAt, new Date())} · `}
                  {queueLabels[person.state].toLowerCase()}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={`small muted ${styles.keys}`}>
        <kbd>←</kbd>
        <kbd>→</kbd>
        <span>previous, next person</span>
      </p>
    </Card>
  )
}
