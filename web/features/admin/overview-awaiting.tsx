import { Link } from 'react-router'
import type { Overview } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { formatDate } from '#domain/dates.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './overview.module.css'
import { useVerify } from './users-verification.tsx'

type Waiting = Overview['awaiting'][number]

/** People who wait for verification, longest wait first. */
export function Awaiting({ people, count }: { people: readonly Waiting[]; count: number }) {
  return (
    <Card className={styles.awaiting}>
      <CardHeader
        title="Users awaiting verification"
        {...(count > people.length && {
          aside: (
            <Link className="text-link small" to={paths.adminUsersAwaiting}>
              The first {people.length} of {count}
            </Link>
          ),
        })}
      />
      {people.length === 0 ? (
        <EmptyState title="Nobody is waiting" />
      ) : (
        <ul>
          {people.map((person) => (
            <WaitingPerson key={person._id} person={person} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function WaitingPerson({ person }: { person: Waiting }) {
  const { verify, isPending } = useVerify(person._id)
  const isSelf = useUser()?._id === person._id
  const name = fullName(person)
  return (
    <li>
      <Avatar initial={initialOf(person)} size={36} />
      <span>
        <Link className={styles.name} to={paths.adminManageUser(person._id)}>
          {name}
        </Link>
        <span className="small sub" title={person.email}>
          {person.email}
        </span>
        {person.requestedAt && <span className="small muted">Since {formatDate(person.requestedAt)}</span>}
      </span>
      <ActionButton variant="light" loading={isPending} disabled={isSelf} onClick={() => void verify(false)} aria-label={`Verify ${name}`}>
        Verify
      </ActionButton>
    </li>
  )
}
