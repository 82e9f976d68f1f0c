import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { MotionList, MotionSummary } from '#contract/motions.ts'
import { paths } from '#contract/paths.ts'
import { isPagerShown, pageCount } from '#domain/pages.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { TableSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { CountPill } from '#web/ui/layout/count-pill.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { MotionRow } from './motion-row.tsx'
import styles from './motions.module.css'
import { motionsQuery, stageQuery } from './motions.queries.ts'

/** How many closed motions are shown before all are asked for. */
const shownAtFirst = 3

const allAddress = (circleId: string, page: number): string => `${paths.circleMotions(circleId)}&closed=${page}`

/** Open motions first, then what was decided. */
export function MotionsTab({ circleId }: { circleId: string }) {
  const [query] = useSearchParams()
  const asked = Math.trunc(Number(query.get('closed')) || 0)
  const { data, isError, refetch } = useQuery(motionsQuery(circleId, Math.max(1, asked)))
  const { data: line } = useQuery(stageQuery(circleId))
  const isEnded = line?.stage === 'ended'
  if (!data && isError) return <FailureState title="The motions could not be loaded. Please try again." onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton rows={3} />
  return (
    <div className={styles.tab}>
      <Head title="Open" count={data.open.length} isOpen>
        {data.kinds.length > 0 && (
          <ActionButton to={paths.newMotion(circleId)} leftSection={<IconPlus {...iconProps(18)} />}>
            New motion
          </ActionButton>
        )}
      </Head>
      {data.open.length === 0 ? (
        <Card>
          <EmptyState title="No motion is open">
            {data.kinds.length > 0
              ? 'What the circle should decide besides properties is proposed here: a treasurer, a repair, new rules.'
              : isEnded
                ? 'This circle has ended: nothing is proposed any more.'
                : 'Motions can be proposed once every arc is held.'}
          </EmptyState>
        </Card>
      ) : (
        <List circleId={circleId} motions={data.open} isEnded={isEnded} />
      )}
      {data.closedTotal > 0 && <Closed circleId={circleId} list={data} isWhole={asked > 0} isEnded={isEnded} />}
    </div>
  )
}

type ClosedProps = { circleId: string; list: MotionList; isWhole: boolean; isEnded: boolean }

function Closed({ circleId, list, isWhole, isEnded }: ClosedProps) {
  const { closed, closedTotal, page, pageSize } = list
  return (
    <>
      <Head title="Closed" count={closedTotal}>
        {!isWhole && closedTotal > shownAtFirst && (
          <ActionButton variant="subtle" data-flush="end" to={allAddress(circleId, 1)}>
            All {closedTotal}
          </ActionButton>
        )}
      </Head>
      <List circleId={circleId} motions={isWhole ? closed : closed.slice(0, shownAtFirst)} isEnded={isEnded} />
      {isWhole && isPagerShown(closedTotal, pageSize) && (
        <Pagination page={page} last={pageCount(closedTotal, pageSize)} addressOf={(wanted) => allAddress(circleId, wanted)} />
      )}
    </>
  )
}

function Head({ title, count, isOpen = false, children }: { title: string; count: number; isOpen?: boolean; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2>
        {title} <CountPill isOpen={isOpen}>{count}</CountPill>
      </h2>
      {children}
    </div>
  )
}

type ListProps = { circleId: string; motions: readonly MotionSummary[]; isEnded: boolean }

const List = ({ circleId, motions, isEnded }: ListProps) => (
  <Card padded={false}>
    <ul className={styles.list}>
      {motions.map((motion) => (
        <MotionRow key={motion._id} circleId={circleId} motion={motion} isEnded={isEnded} />
      ))}
    </ul>
  </Card>
)
