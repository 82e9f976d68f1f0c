import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { VerificationQueue, WaitingPerson } from '#contract/verification.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { givenWords, type QueueState, queueLabels, queueStates, waitedWords } from '#domain/verification.ts'
import { QueueStateBadge } from '#web/shared/verification/queue-state-badge.tsx'
import { queuePageSize, queueQuery } from '#web/shared/verification/verification.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { longestToast, toast } from '#web/ui/feedback/toast.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { EmailText } from '#web/ui/layout/email-text.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './overview.module.css'

const isState = (text: string | null): text is QueueState => queueStates.some((state) => state === text)

const addressOf = (state: QueueState | null, page = 1): string => {
  const query = new URLSearchParams({ ...(state && { awaiting: state }), ...(page > 1 && { page: String(page) }) })
  return query.size === 0 ? paths.admin : `${paths.admin}?${query}`
}

/** The queue of people who wait for verification: longest wait first, by stage. Nobody is verified here, only reviewed. */
export function Awaiting() {
  const [parameters] = useSearchParams()
  const asked = parameters.get('awaiting')
  const state = isState(asked) ? asked : null
  const page = Math.max(1, Number(parameters.get('page')) || 1)
  const { data: queue, error, refetch } = useQuery(queueQuery(state, page))
  useNewcomerToast(queue?.newest)
  const lastPage = Math.ceil((queue?.total ?? 0) / queuePageSize)
  const [first] = queue?.items ?? []
  return (
    <Card className={styles.awaiting}>
      <CardHeader title="Users awaiting verification" aside={<span className="small sub">longest first</span>} />
      {error && !queue && <FailureState title="The queue could not be loaded" onRetry={() => void refetch()} />}
      {!error && !queue && (
        <Loading>
          <Bone height={300} radius={10} />
        </Loading>
      )}
      {queue && (
        <>
          <QueueFilter counts={queue.counts} chosen={state} />
          {queue.items.length === 0 ? <EmptyState title="Nobody is waiting" /> : <People people={queue.items} state={state} />}
          {first && (
            <ActionButton className={styles.start ?? ''} to={paths.adminQueue(first._id, state)}>
              Start with {isolate(fullName(first))}
            </ActionButton>
          )}
          {lastPage > 1 && <Pagination page={page} last={lastPage} addressOf={(wanted) => addressOf(state, wanted)} siblings={0} />}
        </>
      )}
    </Card>
  )
}

/** Says who has asked since the page was opened. They are at the end of the list, so that nothing moves. */
function useNewcomerToast(newest: WaitingPerson | null | undefined): void {
  const navigate = useNavigate()
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (newest === undefined) return
    const at = newest?.requestedAt ?? ''
    const before = known.current
    known.current = before !== null && before > at ? before : at
    if (!newest || before === null || at <= before) return
    const close = toast.success(
      <span className={styles.newcomer}>
        <span>
          <bdi>{fullName(newest)}</bdi> asks to be verified
        </span>
        {/* Not a link: toasts are drawn outside the router. */}
        <ActionButton
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            close()
            void navigate(paths.adminQueue(newest._id))
          }}
        >
          Review
        </ActionButton>
      </span>,
      { duration: longestToast },
    )
  }, [newest, navigate])
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
          {state === chosen && <IconCheck {...iconProps(16)} />}
          {text} <span className="num">{count}</span>
        </Link>
      ))}
    </nav>
  )
}

const People = ({ people, state }: { people: readonly WaitingPerson[]; state: QueueState | null }) => (
  <ul>
    {people.map((person) => (
      <WaitingRow key={person._id} person={person} state={state} />
    ))}
  </ul>
)

function WaitingRow({ person, state }: { person: WaitingPerson; state: QueueState | null }) {
  const name = fullName(person)
  return (
    <li>
      <Avatar initial={initialOf(person)} size={36} />
      <span className={styles.words}>
        <b className={styles.name}>
          <bdi>{name}</bdi>
        </b>
        <span className="small sub">
          <EmailText email={person.email} />
        </span>
        <span className="small muted">{givenWords(person)}</span>
      </span>
      <span className={styles.stage}>
        <QueueStateBadge state={person.state} />
        {person.requestedAt && <span className="small num">{waitedWords(person.requestedAt, new Date())}</span>}
      </span>
      <ActionButton variant="outline" to={paths.adminQueue(person._id, state)} aria-label={`Review ${isolate(name)}`}>
        Review
      </ActionButton>
    </li>
  )
}
