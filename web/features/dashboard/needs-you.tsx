import {
  IconArrowRight,
  IconCalendarPlus,
  IconCircleCheck,
  IconDoorEnter,
  IconMail,
  IconMessageCircle,
  IconScale,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Needs } from '#contract/needs.ts'
import { formatComingDay, formatWeekdayDate } from '#domain/dates.ts'
import { type NeedCellKind, toNeedCells } from '#domain/needs.ts'
import { acts } from '#web/api/facts.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useClosingTime } from '#web/shared/vote/use-closing-time.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { needsQuery } from './needs.queries.ts'
import styles from './needs-you.module.css'
import { type ShownCell, useFadingCells } from './use-fading-cells.ts'

const CalendarDialog = lazy(async () => ({ default: (await import('./calendar-dialog.tsx')).CalendarDialog }))

const icons: Readonly<Record<NeedCellKind, TablerIcon>> = {
  vote: IconCircleCheck,
  agree: IconScale,
  join: IconDoorEnter,
  invitation: IconMail,
  read: IconMessageCircle,
}

/** The reader's clock at that moment, in minutes ahead of UTC. */
const minutesAhead = (at: string): number => -new Date(at).getTimezoneOffset()
const dayOf = (dueAt: string): string => formatComingDay(dueAt, new Date(), minutesAhead(dueAt))

/** What waits for the person, first on the dashboard. The rest of it stays when this fails. */
export function NeedsYou({ userId }: { userId: string }) {
  const { data, isError, refetch } = useQuery(needsQuery(userId))
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

function Loaded({ needs: { items, next } }: { needs: Needs }) {
  const cells = useFadingCells(useMemo(() => toNeedCells(items, dayOf), [items]))
  const soonest = items.find(({ dueAt }) => dueAt !== null) ?? null
  useClosingTime({
    circleId: soonest?.circle._id ?? '',
    closesAt: soonest?.dueAt ?? next?.closesAt ?? null,
    isClosed: false,
    act: acts.needDue,
  })
  return (
    <>
      {cells.length > 0 ? <Cells cells={cells} /> : <Calm next={next} />}
      {items.map(({ kind, circle }) => kind === 'place' && <Watched key={circle._id} circleId={circle._id} />)}
    </>
  )
}

/** Someone else may take the share meanwhile; people who wait are not told of that otherwise. */
function Watched({ circleId }: { circleId: string }) {
  useWatchCircle(circleId)
  return null
}

function Cells({ cells }: { cells: readonly ShownCell[] }) {
  return (
    <Card padded={false} className={styles.root} aria-label="Needs you">
      <div className={styles.head}>
        <h2>
          Needs you <small>soonest first</small>
        </h2>
        <AddToCalendar />
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

function Calm({ next }: { next: Needs['next'] }) {
  return (
    <Card padded={false} className={`${styles.root} ${styles.calm}`} aria-label="Needs you">
      <svg className={styles.ring} width={64} height={64} viewBox="0 0 64 64" fill="none" role="img" aria-label="Nothing is waiting">
        <circle cx={32} cy={32} r={25} strokeWidth={7} />
        <path d="M5 12.5l4.6 4.6L19.5 7" transform="translate(19 19) scale(1.08)" strokeWidth={2.4} />
      </svg>
      <div>
        <h2>Nothing needs you</h2>
        <p>
          {next
            ? `Next: ${next.name} closes on ${formatWeekdayDate(next.closesAt, minutesAhead(next.closesAt))}. You have voted.`
            : 'Votes, answers and free shares that wait for you appear here.'}
        </p>
      </div>
      <AddToCalendar />
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
