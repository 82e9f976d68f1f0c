import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AuditRow, AuditSort, auditActs } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { actText, detailsText, shortId, subjectText } from '#domain/audit-words.ts'
import { addDays, formatClock, startOfDay, type Zone } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { saveFile } from '#web/api/save-file.ts'
import { type Dates, useDates } from '#web/shared/time/zone.tsx'
import { Chip, ChipRow } from '#web/ui/layout/chip.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import dataTableStyles from '#web/ui/table/data-table.module.css'
import type { TableState } from '#web/ui/table/table-address.ts'
import styles from './audit-log.module.css'
import listFilterStyles from './list-filter.module.css'
import { DayFilter, ListFilter, useListFilter } from './list-filter.tsx'
import { ListTable } from './list-table.tsx'
import type { ListColumn } from './table-rules.ts'

const columnsOf = ({ day, zone }: Dates): readonly ListColumn<AuditRow, AuditSort>[] => [
  {
    id: 'at',
    header: 'When',
    text: ({ at }) => day(at, 'table'),
    cell: ({ at }) => (
      <>
        {day(at, 'table')}
        <span className={dataTableStyles.second}>{formatClock(at, zone)}</span>
      </>
    ),
    isSortable: true,
  },
  { id: 'act', header: 'Act', text: ({ act }) => actText(act), isSortable: true },
  {
    id: 'actor',
    header: 'Who',
    text: ({ actor }) => actor?.name ?? '',
    wraps: true,
    cell: ({ actor }) =>
      actor ? (
        <>
          <Link className="text-link" to={paths.adminAuditOf('actor', actor._id)} aria-label={`All acts of ${isolate(actor.name)}`}>
            <bdi>{actor.name}</bdi>
          </Link>
          {actor.email && (
            <span className={dataTableStyles.second} title={actor.email}>
              {actor.email}
            </span>
          )}
        </>
      ) : (
        '–'
      ),
  },
  {
    id: 'subject',
    header: 'Subject',
    text: subjectText,
    wraps: true,
    cell: (row) => {
      const { subjectKind, subjectId } = row
      if (!subjectId) return '–'
      const name = subjectText(row)
      return (
        <>
          {actText(subjectKind ?? '')}
          <Link
            className={`text-link ${dataTableStyles.second}`}
            to={paths.adminAuditOf('subject', encodeURIComponent(subjectId))}
            title={subjectId}
            aria-label={`All acts on ${subjectKind} ${isolate(name)}`}
          >
            <bdi>{name}</bdi>
          </Link>
        </>
      )
    },
  },
  {
    id: 'details',
    header: 'Details',
    text: detailsText,
    cell: (row) => <span className={`${styles.details} small sub`}>{detailsText(row) || '–'}</span>,
  },
  { id: 'address', header: 'From', text: ({ address }) => address ?? '', cell: ({ address }) => address ?? '–' },
]

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const startOf = (day: string, zone: Zone) => startOfDay(day, zone)?.toISOString() ?? ''

export function AuditLogScreen() {
  const dates = useDates()
  const [act, setAct] = useListFilter('act')
  const [from, setFrom] = useListFilter('from')
  const [to, setTo] = useListFilter('to')
  const [actor, setActor] = useListFilter('actor')
  const [subject, setSubject] = useListFilter('subject')
  const [person, setPerson] = useListFilter('person')
  const { data: acts = [] } = useQuery({
    queryKey: [showing('audit-log'), 'audit-log-acts'],
    queryFn: ({ signal }) => api.get<typeof auditActs>('admin/audit-log/acts', { signal }),
  })
  const filters = {
    ...(act && { act }),
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...(person && { person }),
    ...(isDay(from) && { from: startOf(from, dates.zone) }),
    ...(isDay(to) && { to: startOf(addDays(to, 1), dates.zone) }),
  }
  const download = async ({ search }: TableState) => {
    const query = new URLSearchParams({ ...filters, ...(search && { search }), format: 'csv' })
    saveFile(await api.download(`admin/audit-log?${query}`), 'Arcstead audit log.csv')
  }
  return (
    <>
      <PageHeading>Audit Log</PageHeading>
      {(actor || subject || person) && (
        <div className={styles.chips}>
          <ChipRow label="Active filters">
            {actor && (
              <Chip onRemove={() => setActor('')} removeLabel="Show everyone’s acts">
                One person’s acts
              </Chip>
            )}
            {person && (
              <Chip onRemove={() => setPerson('')} removeLabel="Show everyone’s rows">
                By and about one person
              </Chip>
            )}
            {subject && (
              <Chip onRemove={() => setSubject('')} removeLabel="Show all subjects">
                Subject {shortId(subject)}
              </Chip>
            )}
          </ChipRow>
        </div>
      )}
      <ListTable
        label="Audit log"
        source={{ endpoint: 'admin/audit-log', facts: ['audit-log'], filters }}
        columns={columnsOf(dates)}
        rowKey={(row) => row._id}
        sort="-at"
        emptyText="Nothing on the log fits"
        download={download}
        filters={
          <>
            <ListFilter
              label="Act"
              options={acts.map((value) => ({ value, text: actText(value) }))}
              allText="All acts"
              value={act}
              onChange={setAct}
            />
            <div className={listFilterStyles.days}>
              <DayFilter label="From" value={from} onChange={setFrom} />
              <DayFilter label="To" value={to} onChange={setTo} />
            </div>
          </>
        }
      />
    </>
  )
}
