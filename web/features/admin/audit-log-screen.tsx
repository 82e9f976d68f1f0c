import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type AuditRow, type AuditSort, auditActs, auditPage } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { formatTableDate } from '#domain/dates.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { saveFile } from '#web/api/save-file.ts'
import { Chip, ChipRow } from '#web/ui/layout/chip.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import dataTableStyles from '#web/ui/table/data-table.module.css'
import type { TableState } from '#web/ui/table/table-address.ts'
import styles from './audit-log.module.css'
import listFilterStyles from './list-filter.module.css'
import { DayFilter, ListFilter, useListFilter } from './list-filter.tsx'
import { ListTable } from './list-table.tsx'
import type { ListColumn } from './table-rules.ts'

/** `user.made_admin` becomes "User made admin". */
function actText(act: string): string {
  const words = act.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const factsText = ({ facts, names }: AuditRow) =>
  Object.entries(facts)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? (names[value] ?? value) : JSON.stringify(value)}`)
    .join(', ')

const subjectText = ({ subjectId, names }: AuditRow) => (subjectId ? (names[subjectId] ?? shortId(subjectId)) : '')

const shortId = (id: string) => (id.length > 13 ? `…${id.slice(-12)}` : id)

const columns: readonly ListColumn<AuditRow, AuditSort>[] = [
  {
    id: 'at',
    header: 'When',
    text: ({ at }) => formatTableDate(at),
    cell: ({ at }) => (
      <>
        {formatTableDate(at)}
        <span className={dataTableStyles.second}>{at.slice(11, 19)} UTC</span>
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
          <Link className="text-link" to={paths.adminAuditOf('actor', actor._id)} aria-label={`All acts of ${actor.name}`}>
            {actor.name}
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
            aria-label={`All acts on ${subjectKind} ${name}`}
          >
            {name}
          </Link>
        </>
      )
    },
  },
  {
    id: 'details',
    header: 'Details',
    text: (row) => [row.fields.join(', '), factsText(row)].filter(Boolean).join(' · '),
    cell: (row) => (
      <span className={`${styles.details} small sub`}>
        {[row.fields.length > 0 && `Fields: ${row.fields.join(', ')}`, factsText(row)].filter(Boolean).join(' · ') || '–'}
      </span>
    ),
  },
  { id: 'address', header: 'From', text: ({ address }) => address ?? '', cell: ({ address }) => address ?? '–' },
]

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const startOf = (day: string) => `${day}T00:00:00.000Z`
const endOf = (day: string) => new Date(Date.parse(startOf(day)) + 86_400_000).toISOString()

export function AuditLogScreen() {
  const [act, setAct] = useListFilter('act')
  const [from, setFrom] = useListFilter('from')
  const [to, setTo] = useListFilter('to')
  const [actor, setActor] = useListFilter('actor')
  const [subject, setSubject] = useListFilter('subject')
  const { data: acts = [] } = useQuery({
    queryKey: [showing('audit-log'), 'audit-log-acts'],
    queryFn: ({ signal }) => api.get('admin/audit-log/acts', auditActs, { signal }),
  })
  const filters = {
    ...(act && { act }),
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...(isDay(from) && { from: startOf(from) }),
    ...(isDay(to) && { to: endOf(to) }),
  }
  const download = async ({ search }: TableState) => {
    const query = new URLSearchParams({ ...filters, ...(search && { search }), format: 'csv' })
    saveFile(await api.download(`admin/audit-log?${query}`), 'Arcstead audit log.csv')
  }
  return (
    <>
      <PageHeading>Audit Log</PageHeading>
      {(actor || subject) && (
        <div className={styles.chips}>
          <ChipRow label="Active filters">
            {actor && (
              <Chip onRemove={() => setActor('')} removeLabel="Show everyone’s acts">
                One person’s acts
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
        source={{ endpoint: 'admin/audit-log', facts: ['audit-log'], schema: auditPage, filters }}
        columns={columns}
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
