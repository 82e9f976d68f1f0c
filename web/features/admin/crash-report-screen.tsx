import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { CrashReportRow, crashReportAdminReply } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { asText, crashTitle } from '#domain/crash-words.ts'
import { fullName } from '#domain/person.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { backToList } from '#web/shared/lists/last-list.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { CrashStatus } from './crash-report.tsx'
import styles from './crash-reports.module.css'

const placeOf = (id: string) => `admin/crash-report/${encodeURIComponent(id)}`

const crashReportQuery = (id: string) =>
  queryOptions({
    queryKey: [showing('crash-reports'), 'crash-report', id],
    queryFn: ({ signal }) => api.get<typeof crashReportAdminReply>(placeOf(id), { signal }),
  })

/** The non-empty parts of a report, with their labels. */
const partsOf = ({ error, data, message }: CrashReportRow) =>
  [
    ['Message', message],
    ['Error', error.name],
    ['Error message', error.message],
    ['Code', error.code],
    ['Status code', error.statusCode],
    ['Cause', error.cause],
    ['Screen', data.componentName],
    ['Address', data.location],
    ['Browser', data.browser],
  ].flatMap(([name, value]) => (asText(value) ? [{ name: String(name), text: asText(value) }] : []))

export function CrashReportScreen() {
  const { id = '' } = useParams()
  const { data: report } = useSuspenseQuery(crashReportQuery(id))
  const stack = asText(report.error.stack)
  return (
    <div className={styles.report}>
      <BackButton {...backToList('crashReports', paths.adminCrashReports)} />
      <PageHeading
        aside={<CrashStatus status={report.status} />}
        subtitle={
          <>
            Reported <Moment at={report.createdAt} />
            {report.solvedAt && (
              <>
                , solved <Moment at={report.solvedAt} />
              </>
            )}
          </>
        }
        actions={<MarkSolved report={report} />}
      >
        Crash Report
      </PageHeading>
      <Card>
        <h2 className={styles.reportTitle}>{crashTitle(report)}</h2>
        <dl className={factsStyles.root}>
          {partsOf(report).map(({ name, text }) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{text}</dd>])}
          <dt>Person</dt>
          <dd>
            {report.user ? (
              <Link className="text-link" to={paths.adminManageUser(report.user._id)}>
                {fullName(report.user)}
              </Link>
            ) : (
              'A visitor'
            )}
          </dd>
        </dl>
      </Card>
      {report.userDescription && (
        <Card>
          <h2>What the person was doing</h2>
          <p className={styles.reportWords}>{report.userDescription}</p>
        </Card>
      )}
      {stack && (
        <Card>
          <h2>Stack trace</h2>
          <pre className={styles.reportStack}>{stack}</pre>
        </Card>
      )}
    </div>
  )
}

function MarkSolved({ report }: { report: CrashReportRow }) {
  const queryClient = useQueryClient()
  const cache = useCache()
  const isSolved = report.status === 'solved'
  const mark = useMutation({
    mutationFn: () =>
      api.post<typeof crashReportAdminReply>(placeOf(report._id), { status: isSolved ? 'open' : 'solved' }, { quiet: true }),
    onSuccess: (saved) => {
      queryClient.setQueryData(crashReportQuery(report._id).queryKey, saved)
      void cache.invalidate(acts.crashReportMarked)
      toast.success(saved.status === 'solved' ? 'Marked as solved' : 'Opened again')
    },
    onError: toastFailure,
  })
  return (
    <ActionButton variant={isSolved ? 'outline' : 'filled'} loading={mark.isPending} onClick={() => mark.mutate()}>
      {isSolved ? 'Open again' : 'Mark as Solved'}
    </ActionButton>
  )
}
