import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { type VerificationQueue, verificationQueueReply } from '#contract/verification.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { type QueueState, queueLabels, queueStates, waitWords } from '#domain/verification.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { useUser } from '#web/api/session.ts'
import { useVerify } from '#web/shared/verification/use-verify.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import styles from './overview.module.css'

const pageSize = 20

const queueQuery = (state: QueueState | null, page: number) =>
  queryOptions({
    queryKey: [showing('user-lists', 'admin-figures'), 'verification-queue', state, page],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ page: String(page), pageSize: String(pageSize), ...(state && { state }) })
      return api.get(`admin/user-verification?${query}`, verificationQueueReply, { signal })
    },
    placeholderData: keepPreviousData,
    // No live event tells administrators that someone has asked or answered.
    staleTime: 0,
  })

const isState = (text: string | null): text is QueueState => queueStates.some((state) => state === text)

const addressOf = (state: QueueState | null, page = 1): string => {
  const query = new URLSearchParams({ ...(state && { awaiting: state }), ...(page > 1 && { page: String(page) }) })
  return query.size === 0 ? paths.admin : `${paths.admin}?${query}`
}

/** The queue of people who wait for verification: longest wait first, by stage. */
export function Awaiting() {
  const [parameters] = useSearchParams()
  const asked = parameters.get('awaiting')
  const state = isState(asked) ? asked : null
  const page = Math.max(1, Number(parameters.get('page')) || 1)
  const { data: queue, error, refetch } = useQuery(queueQuery(state, page))
  const lastPage = Math.ceil((queue?.total ?? 0) / pageSize)
  return (
    <Card className={styles.awaiting}>
      <CardHeader title="Users awaiting verification" />
      {error && !queue && <FailureState title="The queue could not be loaded" onRetry={() => void refetch()} />}
      {!error && !queue && (
        <Loading>
          <Bone height={300} radius={10} />
        </Loading>
      )}
      {queue && (
        <>
          <QueueFilter counts={queue.counts} chosen={state} />
          {queue.items.length === 0 ? <EmptyState title="Nobody is waiting" /> : <People people={queue.items} />}
          {lastPage > 1 && <Pagination page={page} last={lastPage} addressOf={(wanted) => addressOf(state, wanted)} siblings={0} />}
        </>
      )}
    </Card>
  )
}

function QueueFilter({ counts, chosen }: { counts: VerificationQueue['counts']; chosen: QueueState | null }) {
  const choices = [
    { state: null, text: 'All', count: counts.new + counts.asked + counts.answered },
    ...queueStates.map((state) => ({ state, text: queueLabels[state], count: counts[state] })),
  ]
  return (
    <nav className={styles.filter} aria-label="Stage">
      {choices.map(({ state, text, count }) => (
        <Link key={text} to={addressOf(state)} preventScrollReset aria-current={state === chosen ? 'page' : undefined}>
          {text} <span className="num">{count}</span>
        </Link>
      ))}
    </nav>
  )
}

type Waiting = VerificationQueue['items'][number]

const People = ({ people }: { people: readonly Waiting[] }) => (
  <ul>
    {people.map((person) => (
      <WaitingPerson key={person._id} person={person} />
    ))}
  </ul>
)

function WaitingPerson({ person }: { person: Waiting }) {
  const { verify, isPending } = useVerify(person._id)
  const isSelf = useUser()?._id === person._id
  const name = fullName(person)
  const facts = [
    person.requestedAt && waitWords(person.requestedAt, new Date()),
    person.state !== 'new' && queueLabels[person.state],
    person.documents > 0 && (person.documents === 1 ? '1 document' : `${person.documents} documents`),
  ].filter(Boolean)
  return (
    <li>
      <Avatar initial={initialOf(person)} size={36} />
      <span>
        <Link className={styles.name} to={paths.adminReviewUser(person._id)}>
          {name}
        </Link>
        <span className="small sub" title={person.email}>
          {person.email}
        </span>
        {facts.length > 0 && <span className={`small muted ${styles.facts}`}>{facts.join(' · ')}</span>}
      </span>
      <ActionButton variant="light" loading={isPending} disabled={isSelf} onClick={() => void verify(false)} aria-label={`Verify ${name}`}>
        Verify
      </ActionButton>
    </li>
  )
}
