import { IconEye, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AdminCircleSort } from '#contract/admin.ts'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { visibilityLabel } from '#domain/membership.ts'
import { formatMoney } from '#domain/money.ts'
import { fullName } from '#domain/person.ts'
import { ringLabel } from '#domain/ring.ts'
import { useWatchLists } from '#web/api/live.ts'
import { CommittedHint } from '#web/shared/circle/committed-hint.tsx'
import { type Dates, useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import dataTableStyles from '#web/ui/table/data-table.module.css'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { VisibilityBadge } from './circle-visibility.tsx'
import styles from './circles-screen.module.css'
import type { CsvExport } from './export-csv.ts'
import type { ListSource } from './list.queries.ts'
import { ListTable } from './list-table.tsx'
import type { ListColumn } from './table-rules.ts'

const targetOf = ({ investmentCriteria }: Circle) => investmentCriteria.totalTargetSize

const targetText = (target: number | null) => (target === null ? 'Not set' : formatMoney(target))

const columnsOf = ({ day }: Dates): readonly ListColumn<Circle, AdminCircleSort>[] => [
  {
    id: 'title',
    header: 'Title',
    text: ({ title }) => title,
    cell: ({ _id, title, location }) => (
      <>
        <Link className="text-link" to={paths.adminCircle(_id)}>
          {title}
        </Link>
        <span className={dataTableStyles.second} title={location.city}>
          {location.city}
        </span>
      </>
    ),
    isSortable: true,
  },
  { id: 'createdBy', header: 'Created by', text: ({ createdBy }) => fullName(createdBy), wraps: true, isSortable: true },
  { id: 'memberCount', header: 'Members', text: ({ memberCount }) => String(memberCount), isFigure: true, isSortable: true },
  {
    id: 'currentInvestmentAmount',
    header: 'Raised',
    text: ({ currentInvestmentAmount }) => formatMoney(currentInvestmentAmount),
    isFigure: true,
    isSortable: true,
  },
  {
    id: 'totalTargetSize',
    header: 'Target size',
    text: (circle) => targetText(targetOf(circle)),
    isFigure: true,
    isSortable: true,
  },
  {
    id: 'percentFunded',
    header: 'Funded',
    text: ({ percentFunded }) => `${percentFunded}%`,
    cell: (circle) => (
      <span className={styles.funded}>
        <ArcRing
          size={28}
          target={targetOf(circle)}
          arcs={circle.holdings.map((amount, index) => ({ key: String(index), amount, label: '' }))}
          label={ringLabel(circle.percentFunded, circle.memberCount)}
        />
        {circle.percentFunded}%
      </span>
    ),
    isSortable: true,
  },
  { id: 'hideCircle', header: 'Status', text: visibilityLabel, cell: (circle) => <VisibilityBadge circle={circle} />, isSortable: true },
  { id: 'createdAt', header: 'Created', text: ({ createdAt }) => day(createdAt, 'table'), isSortable: true },
]

const csvOf = ({ day }: Dates): CsvExport<Circle> => ({
  fileName: 'Arcstead circles',
  columns: [
    ['Title', ({ title }) => title],
    ['City', ({ location }) => location.city],
    ['State', ({ location }) => location.state ?? ''],
    ['Created by', ({ createdBy }) => fullName(createdBy)],
    ['Created by e-mail', ({ createdBy }) => createdBy.email ?? ''],
    ['Members', ({ memberCount }) => memberCount],
    ['Raised', ({ currentInvestmentAmount }) => currentInvestmentAmount],
    ['Target size', (circle) => targetOf(circle) ?? ''],
    ['Funded', ({ percentFunded }) => `${percentFunded}%`],
    ['Status', visibilityLabel],
    ['Created', ({ createdAt }) => day(createdAt, 'table')],
  ],
})

const source: ListSource = { endpoint: 'admin/circle', facts: ['circle-lists', 'people'] }

export function AdminCirclesScreen() {
  const dates = useDates()
  useWatchLists()
  return (
    <>
      <PageHeading
        actions={
          <ActionButton to={paths.adminManageCircle('new')} leftSection={<IconPlus {...iconProps(18)} />}>
            Add Circle
          </ActionButton>
        }
      >
        Circle Management
      </PageHeading>
      <CommittedHint className={styles.hint} />
      <div className={styles.table}>
        <ListTable
          label="Circles"
          source={source}
          columns={columnsOf(dates)}
          rowKey={(circle) => circle._id}
          sort="-createdAt"
          emptyText="No Circles Found"
          csv={csvOf(dates)}
          rowTo={(circle) => paths.adminCircle(circle._id)}
          actions={(circle) => (
            <IconAction label={`View ${isolate(circle.title)}`} icon={<IconEye {...iconProps(20)} />} to={paths.adminCircle(circle._id)} />
          )}
        />
      </div>
    </>
  )
}
