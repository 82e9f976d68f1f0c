import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { reportKinds, reportKindText } from '#domain/reports.ts'
import { backToList } from '#web/shared/lists/last-list.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { SegmentedLinks } from '#web/ui/buttons/segmented-links.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { ReportCard } from './report-detail.tsx'
import { ReportList } from './report-list.tsx'
import styles from './reports.module.css'
import { reportsQuery } from './reports.queries.ts'

const everyKind = 'every'
const kinds = [{ value: everyKind, text: 'Every kind' }, ...reportKinds.map((kind) => ({ value: kind, text: reportKindText(kind) }))]

/** The parameters that the list knows, so that an address with others still works. */
function listParameters(address: URLSearchParams): URLSearchParams {
  const [kind, page] = [address.get('kind') ?? '', Number(address.get('page'))]
  const known = new URLSearchParams()
  if (address.get('state') === 'decided') known.set('state', 'decided')
  if (reportKinds.some((each) => each === kind)) known.set('kind', kind)
  if (Number.isSafeInteger(page) && page > 1) known.set('page', String(page))
  return known
}

/** The same filters with one changed, from its first page on. */
function changed(parameters: URLSearchParams, name: string, value: string | null): string {
  const next = new URLSearchParams(parameters)
  next.delete('page')
  if (value === null) next.delete(name)
  else next.set(name, value)
  return next.toString()
}

const addressWith = (query: string): string => `${paths.adminReports}${query && `?${query}`}`

/** The list, and beside it one report: the chosen or the first one. Below 992 px these are two pages. */
export function ReportsScreen() {
  const { id } = useParams()
  const [address, setAddress] = useSearchParams()
  const parameters = listParameters(address)
  const query = parameters.toString()
  const { data } = useSuspenseQuery(reportsQuery(query))
  const isDecided = parameters.get('state') === 'decided'
  const shown = id ?? data.items[0]?._id
  const last = Math.max(1, Math.ceil(data.total / data.pageSize))
  const states = [
    { text: 'To look at', count: data.counts.open, value: null, isCurrent: !isDecided },
    { text: 'Looked at', count: data.counts.decided, value: 'decided', isCurrent: isDecided },
  ]
  return (
    <>
      {id && (
        <div className={styles.back}>
          <BackButton {...backToList('reports', paths.adminReports)} />
        </div>
      )}
      <PageHeading
        actions={
          <div className={styles.filters} data-page={id ? 'report' : 'list'}>
            <SegmentedLinks
              label="Reports"
              links={states.map(({ text, count, value, isCurrent }) => ({
                to: addressWith(changed(parameters, 'state', value)),
                text: `${text} ${count}`,
                icon: null,
                isCurrent,
              }))}
            />
            <SelectField
              label="Kind"
              nullText={null}
              options={kinds}
              value={parameters.get('kind') ?? everyKind}
              onChange={(kind) => setAddress(changed(parameters, 'kind', kind === everyKind ? null : kind), { preventScrollReset: true })}
            />
          </div>
        }
      >
        Reports
      </PageHeading>
      {data.items.length === 0 && !id ? (
        <Card>
          <EmptyState title="No reports">
            {data.lastDecidedAt && !isDecided ? (
              <>
                The last one was looked at <Moment at={data.lastDecidedAt} />.
              </>
            ) : (
              'What people report is shown here.'
            )}
          </EmptyState>
        </Card>
      ) : (
        <div className={styles.columns} data-page={id ? 'report' : 'list'}>
          <div className={styles.list}>
            {data.items.length > 0 && (
              <ReportList
                label={isDecided ? 'Looked at, newest first' : 'To look at, oldest first'}
                reports={data.items}
                current={shown}
                query={query}
              />
            )}
            {last > 1 && (
              <Pagination
                page={data.page}
                last={last}
                addressOf={(page) => {
                  const next = new URLSearchParams(parameters)
                  next.set('page', String(page))
                  return addressWith(next.toString())
                }}
              />
            )}
          </div>
          <div className={styles.report}>{shown && <ReportCard key={shown} id={shown} query={query} />}</div>
        </div>
      )}
    </>
  )
}
