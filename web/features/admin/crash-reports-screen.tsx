import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CrashReportRow, CrashReportSort } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import type { done } from '#contract/reply.ts'
import { crashTitle, placeOfCrash } from '#domain/crash-words.ts'
import { fullName } from '#domain/person.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { type Dates, useDates } from '#web/shared/time/zone.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import dataTableStyles from '#web/ui/table/data-table.module.css'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CrashStatus } from './crash-report.tsx'
import styles from './crash-reports.module.css'
import { ListFilter, useListFilter } from './list-filter.tsx'
import { ListTable } from './list-table.tsx'
import type { ListColumn } from './table-rules.ts'

const columnsOf = ({ day }: Dates): readonly ListColumn<CrashReportRow, CrashReportSort>[] => [
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
  { id: 'createdAt', header: 'Reported', text: ({ createdAt }) => day(createdAt, 'table'), isSortable: true },
]

const statuses = [
  { value: 'open', text: 'Open' },
  { value: 'solved', text: 'Solved' },
] as const

/** From now on only newer reports wait for this administrator. */
function useVisit(): void {
  const cache = useCache()
  const { mutate } = useMutation({
    mutationFn: () => api.post<typeof done>('admin/crash-report-visit', {}, { quiet: true }),
    onSuccess: () => cache.invalidate(acts.crashReportsSeen),
  })
  useEffect(() => mutate(), [mutate])
}

export function CrashReportsScreen() {
  useVisit()
  const dates = useDates()
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
          ...(known && { filters: { status } }),
        }}
        columns={columnsOf(dates)}
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
