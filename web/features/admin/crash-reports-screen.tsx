import { IconEye } from '@tabler/icons-react'
import { type CrashReportRow, type CrashReportSort, crashReportPage } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { formatTableDate } from '#domain/dates.ts'
import { fullName } from '#domain/person.ts'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import dataTableStyles from '#web/ui/table/data-table.module.css'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CrashStatus, crashTitle, placeOfCrash } from './crash-report.tsx'
import styles from './crash-reports.module.css'
import { ListFilter, useListFilter } from './list-filter.tsx'
import { ListTable } from './list-table.tsx'
import type { ListColumn } from './table-rules.ts'

const columns: readonly ListColumn<CrashReportRow, CrashReportSort>[] = [
  {
    id: 'error',
    header: 'Error',
    text: crashTitle,
    cell: (report) => (
      <span className={styles.cell} title={`${crashTitle(report)}\n${placeOfCrash(report)}`}>
        {crashTitle(report)}
        <span className={dataTableStyles.second}>{placeOfCrash(report)}</span>
      </span>
    ),
  },
  { id: 'user', header: 'Reported by', text: ({ user }) => (user ? fullName(user) : 'Visitor'), wraps: true, isSortable: true },
  {
    id: 'words',
    header: 'What happened',
    text: ({ userDescription }) => userDescription ?? '',
    cell: ({ userDescription }) => (
      <span className={`${styles.cell} ${styles.cellNarrow} small sub`} title={userDescription ?? undefined}>
        {userDescription ?? '–'}
      </span>
    ),
  },
  { id: 'status', header: 'Status', text: ({ status }) => status, cell: ({ status }) => <CrashStatus status={status} />, isSortable: true },
  { id: 'createdAt', header: 'Reported', text: ({ createdAt }) => formatTableDate(createdAt), isSortable: true },
]

const statuses = [
  { value: 'open', text: 'Open' },
  { value: 'solved', text: 'Solved' },
] as const

export function CrashReportsScreen() {
  const [status, setStatus] = useListFilter('status')
  const known = statuses.some(({ value }) => value === status)
  return (
    <>
      <PageHeading>Crash Reports</PageHeading>
      <ListTable
        label="Crash reports"
        source={{
          endpoint: 'admin/crash-report',
          facts: ['crash-reports'],
          schema: crashReportPage,
          ...(known && { filters: { status } }),
        }}
        columns={columns}
        rowKey={(report) => report._id}
        sort="-createdAt"
        emptyText="No crash reports found"
        filters={<ListFilter label="Status" options={statuses} allText="All reports" value={status} onChange={setStatus} />}
        actions={(report) => (
          <IconAction
            label={`View ${crashTitle(report)}`}
            icon={<IconEye {...iconProps(20)} />}
            to={paths.adminCrashReport(encodeURIComponent(report._id))}
          />
        )}
      />
    </>
  )
}
