import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { CircleOfPerson, circlesOfPersonList } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { arcsWords } from '#domain/arcs.ts'
import { formatDollars } from '#domain/money.ts'
import { ringLabel } from '#domain/ring.ts'
import { stageLabels, stages } from '#domain/stages.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { namelessArcs } from '#web/shared/circle/circle-arcs.ts'
import { StageMini } from '#web/shared/circle/stage-mini.tsx'
import { type Dates, useDates } from '#web/shared/time/zone.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import dataTableStyles from '#web/ui/table/data-table.module.css'
import type { TableColumn } from '#web/ui/table/table-column.ts'
import styles from './admin-users.module.css'
import { RowsTable } from './rows-table.tsx'

export const circlesOfPersonQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('people', 'circle-lists', 'admin-figures'), 'circles-of-person', userId],
    queryFn: ({ signal }) => api.get<typeof circlesOfPersonList>(`admin/user-membership/${encodeURIComponent(userId)}`, { signal }),
  })

const roles = { owner: 'Owner', member: 'Member', broker: 'Broker' } as const satisfies Record<CircleOfPerson['role'], string>

const columnsOf = ({ day }: Dates): TableColumn<CircleOfPerson>[] => [
  {
    id: 'circle',
    header: 'Circle',
    text: ({ circle }) => circle.title,
    cell: ({ circle }) => (
      <>
        <Link className="text-link" to={paths.adminCircle(circle._id)}>
          <bdi>{circle.title}</bdi>
        </Link>
        <span className={dataTableStyles.second}>{circle.city}</span>
      </>
    ),
    isSortable: true,
  },
  { id: 'role', header: 'Role', text: ({ role }) => roles[role], isSortable: true },
  {
    id: 'stage',
    header: 'Stage',
    text: ({ circle }) => stageLabels[circle.stage],
    cell: ({ circle }) => (
      <div className={styles.stage}>
        <StageMini stage={circle.stage} />
      </div>
    ),
    sortBy: ({ circle }) => stages.indexOf(circle.stage),
    isSortable: true,
  },
  {
    id: 'arcs',
    header: 'Arcs',
    text: ({ arcs, role, circle }) => (role === 'broker' ? '–' : `${arcs} of ${circle.sharesTotal}`),
    sortBy: ({ arcs }) => arcs,
    isFigure: true,
    isSortable: true,
  },
  {
    id: 'amount',
    header: 'Amount',
    text: ({ amount, role }) => (role === 'broker' ? '–' : formatDollars(amount)),
    sortBy: ({ amount }) => amount,
    isFigure: true,
    isSortable: true,
  },
  {
    id: 'funded',
    header: 'Funded',
    text: ({ circle }) => `${circle.percentFunded}%`,
    cell: ({ circle }) => (
      <span className={styles.funded}>
        <ArcRing
          size={28}
          target={circle.target}
          arcs={namelessArcs(circle.holdings)}
          label={ringLabel(circle.percentFunded, circle.holdings.length)}
        />
        {circle.percentFunded}%
      </span>
    ),
    sortBy: ({ circle }) => circle.percentFunded,
    isSortable: true,
  },
  { id: 'since', header: 'Since', text: ({ since }) => day(since, 'table'), sortBy: ({ since }) => since, isSortable: true },
]

/** The circles of this person as owner, member or broker, each linked to its page. */
export function UserCirclesTab({ user }: { user: User }) {
  const { data: circles, error, refetch } = useQuery(circlesOfPersonQuery(user._id))
  const columns = columnsOf(useDates())
  if (!circles && error) return <FailureState title="The circles could not be loaded" onRetry={() => void refetch()} />
  if (!circles)
    return (
      <Loading>
        <Bone height={240} radius={14} />
      </Loading>
    )
  const arcs = circles.reduce((sum, each) => sum + (each.circle.stage === 'ended' ? 0 : each.arcs), 0)
  return (
    <>
      <RowsTable
        label="Circles"
        rows={circles}
        columns={columns}
        rowKey={({ circle, role }) => `${circle._id} ${role}`}
        rowTo={({ circle }) => paths.adminCircle(circle._id)}
        emptyText="In no circle"
      />
      {arcs > 0 && (
        <p className={`small sub ${styles.after}`}>
          {arcsWords(arcs)} of circles that have not ended {arcs === 1 ? 'is' : 'are'} held here. An account with arcs in a full circle
          cannot be deleted; it can be suspended.
        </p>
      )}
    </>
  )
}
