import {
  IconArrowRight,
  IconArrowsExchange,
  IconArrowsJoin,
  IconBug,
  IconCalendarCheck,
  IconCalendarPlus,
  IconChecks,
  IconCircleCheck,
  IconClockUp,
  IconCoins,
  IconDoorEnter,
  IconFlag,
  IconHelpCircle,
  IconHomeCheck,
  IconHomeDollar,
  IconMail,
  IconMailX,
  IconMessageCircle,
  IconMessages,
  IconRefresh,
  IconReportMoney,
  IconScale,
  IconSignature,
  IconUserQuestion,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Needs } from '#contract/needs.ts'
import { formatClock, formatDay, formatDueDay, formatWeekdayDate, type Zone } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'
import { isAdminNeed, type NeedCellKind, toNeedCells } from '#domain/needs.ts'
import { waitedWords } from '#domain/verification.ts'
import { useIsOnline } from '#web/api/connection.ts'
import { acts } from '#web/api/facts.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useWaitingActs } from '#web/api/waiting-acts.ts'
import { useZone } from '#web/shared/time/zone.tsx'
import { useClosingTime } from '#web/shared/vote/use-closing-time.ts'
import { toBeSent, unitOf } from '#web/shared/waiting/waiting-words.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { needsQuery } from './needs.queries.ts'
import styles from './needs-you.module.css'
import { type ShownCell, useFadingCells } from './use-fading-cells.ts'

const CalendarDialog = lazy(async () => ({ default: (await import('./calendar-dialog.tsx')).CalendarDialog }))

type Cell = Omit<ShownCell['cell'], 'kind'> & { readonly kind: NeedCellKind | 'waiting' }

const icons: Readonly<Record<Cell['kind'], TablerIcon>> = {
  waiting: IconClockUp,
  vote: IconCircleCheck,
  agree: IconScale,
  join: IconDoorEnter,
  invitation: IconMail,
  read: IconMessageCircle,
  conversation: IconMessages,
  reply: IconHelpCircle,
  people: IconUserQuestion,
  reports: IconFlag,
  mails: IconMailX,
  crashes: IconBug,
  sign: IconSignature,
  pay: IconCoins,
  confirm: IconChecks,
  close: IconCalendarCheck,
  issue: IconReportMoney,
  match: IconArrowsJoin,
  arcs: IconArrowsExchange,
  received: IconChecks,
  payout: IconCoins,
  buy: IconHomeDollar,
  sell: IconHomeCheck,
}

type NeedsYouProps = {
  userId: string
  as?: 'member' | 'admin'
  /** What administrators read when nothing waits. */
  calm?: string | undefined
}

/**
 * What waits for the person, first on the dashboard; on the overview of administrators only what waits for them as such. The rest of the page
 * stays when this fails.
 */
export function NeedsYou({ userId, as = 'member', calm }: NeedsYouProps) {
  const { data, isError, refetch, dataUpdatedAt } = useQuery(needsQuery(userId))
  if (data && as === 'admin') return <Oversight needs={data} readAt={new Date(dataUpdatedAt)} calm={calm} />
  if (data) return <Loaded needs={data} />
  return (
    <Card padded={false} className={styles.root} aria-label="Needs you">
      {isError ? (
        <FailureState title="What needs you could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <div className={styles.bones}>
            <Bone width="30%" height={26} radius={10} />
            <Bone width="55%" height={34} radius={10} />
            <Bone width="75%" height={18} radius={10} />
            <Bone width="40%" height={18} radius={10} />
          </div>
        </Loading>
      )}
    </Card>
  )
}

function useNeedCells(items: Needs['items']) {
  const zone = useZone()
  const toCells = () => {
    const now = new Date()
    return toNeedCells(items, (dueAt) => formatDueDay(dueAt, now, zone, 'short'), {
      ago: (since) => waitedWords(since, now),
      day: (since) => formatDay(since, zone, 'short'),
    })
  }
  return useFadingCells(useMemo(toCells, [items, zone]))
}

type OversightProps = { needs: Needs; readAt: Date; calm: string | undefined }

function Oversight({ needs: { items }, readAt, calm }: OversightProps) {
  const cells = useNeedCells(useMemo(() => items.filter(isAdminNeed), [items]))
  if (cells.length > 0) return <Cells cells={cells} order="longest first" aside={<Live at={readAt} />} />
  return <Calm>{calm ?? 'People to verify, mails that were not sent and crash reports appear here.'}</Calm>
}

/** That the card changes by itself, and when it did last. */
function Live({ at }: { at: Date }) {
  const zone = useZone()
  if (!useIsOnline()) return null
  return (
    <p className={`small sub ${styles.live}`}>
      <IconRefresh {...iconProps(16)} />
      live, {formatClock(at, zone)}
    </p>
  )
}

function Loaded({ needs: { items, next } }: { needs: Needs }) {
  const zone = useZone()
  const cells = useNeedCells(items)
  const waiting = useWaitingCell()
  const soonest = items.find(({ dueAt }) => dueAt !== null) ?? null
  useClosingTime({
    circleId: soonest?.circle?._id ?? '',
    closesAt: soonest?.dueAt ?? next?.closesAt ?? null,
    isClosed: false,
    act: acts.needDue,
  })
  return (
    <>
      {cells.length > 0 || waiting ? (
        <Cells cells={withWaiting(cells, waiting)} order="soonest first" aside={<AddToCalendar />} />
      ) : (
        <Calm aside={<AddToCalendar />}>{calmWords(next, zone)}</Calm>
      )}
      {items.map(({ kind, circle }) => kind === 'place' && circle && <Watched key={circle._id} circleId={circle._id} />)}
    </>
  )
}

/** What waits to be sent. */
function useWaitingCell(): Cell | null {
  const online = useIsOnline()
  const acts = toBeSent(useWaitingActs())
  const [first] = acts
  if (!first || first.kind === 'mark') return null
  return {
    kind: 'waiting',
    label: 'To be sent',
    figure: acts.length,
    unit: unitOf(acts),
    due: online ? 'Not sent yet' : 'Will be sent when you are back',
    what: acts.length === 1 ? first.about : `${first.about} and ${acts.length - 1} more`,
    action: 'See it',
    path: first.page,
  }
}

/** After the soonest. */
const withWaiting = (cells: readonly ShownCell[], cell: Cell | null): readonly { cell: Cell; isLeaving: boolean }[] =>
  cell ? [...cells.slice(0, 1), { cell, isLeaving: false }, ...cells.slice(1)] : cells

/** Someone else may take the share meanwhile; people who wait are not told of that otherwise. */
function Watched({ circleId }: { circleId: string }) {
  useWatchCircle(circleId)
  return null
}

function Cells({ cells, order, aside }: { cells: readonly { cell: Cell; isLeaving: boolean }[]; order: string; aside?: ReactNode }) {
  return (
    <Card padded={false} className={styles.root} aria-label="Needs you">
      <div className={styles.head}>
        <h2>
          Needs you <small>{order}</small>
        </h2>
        {aside}
      </div>
      <ul className={styles.cells}>
        {cells.map(({ cell, isLeaving }) => {
          const Icon = icons[cell.kind]
          return (
            <li key={cell.kind} className={styles.need} data-leaving={isLeaving}>
              <p className={styles.kind}>
                <Icon {...iconProps(20)} />
                <span className={styles.label}>{cell.label}</span>
              </p>
              <p className={styles.figure}>
                <Link to={cell.path} aria-describedby={`need-${cell.kind}`}>
                  {cell.figure} <small>{cell.unit}</small>
                </Link>
              </p>
              <p className={styles.what} id={`need-${cell.kind}`}>
                {cell.due && <b>{cell.due}</b>} {cell.what}
              </p>
              <p className={styles.action} aria-hidden="true">
                <span className={styles.actionWords}>{cell.action}</span>
                <IconArrowRight {...iconProps(17)} />
              </p>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const calmWords = (next: Needs['next'], zone: Zone): string =>
  next
    ? `Next: ${isolate(next.name)} closes on ${formatWeekdayDate(next.closesAt, zone)}. You have voted.`
    : 'Votes, answers and free arcs that wait for you appear here.'

function Calm({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <Card padded={false} className={`${styles.root} ${styles.calm}`} aria-label="Needs you">
      <svg className={styles.ring} width={64} height={64} viewBox="0 0 64 64" fill="none" role="img" aria-label="Nothing is waiting">
        <circle cx={32} cy={32} r={25} strokeWidth={7} />
        <path d="M5 12.5l4.6 4.6L19.5 7" transform="translate(19 19) scale(1.08)" strokeWidth={2.4} />
      </svg>
      <div>
        <h2>Nothing needs you</h2>
        <p>{children}</p>
      </div>
      {aside}
    </Card>
  )
}

function AddToCalendar() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.calendar}>
      <ActionButton variant="subtle" data-flush="end" leftSection={<IconCalendarPlus {...iconProps(18)} />} onClick={() => setOpen(true)}>
        <span className={styles.calendarWords}>Add to my calendar</span>
      </ActionButton>
      {isOpen && (
        <Suspense>
          <CalendarDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
