import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ReportDetail } from '#contract/reports.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { ReportDecisionForm } from './report-decision.tsx'
import { ReportMoment } from './report-moment.tsx'
import { ReportNow } from './report-now.tsx'
import { countWords, decisionWords, reasonGroups } from './report-words.ts'
import styles from './reports.module.css'
import { reportQuery, useShowAgain } from './reports.queries.ts'

export function ReportCard({ id, query }: { id: string; query: string }) {
  const { data: report, error, refetch } = useQuery(reportQuery(id))
  return (
    <Card>
      {report ? (
        <Loaded report={report} query={query} />
      ) : isNotFound(error) ? (
        <EmptyState title="Report not found">This report could not be found.</EmptyState>
      ) : error ? (
        <FailureState title="This report could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <div className={styles.bones}>
            <Bone width="50%" height={30} />
            <Bone width="80%" height={20} />
            <Bone width="100%" height={160} radius={14} />
            <Bone width="100%" height={190} radius={14} />
          </div>
        </Loading>
      )}
    </Card>
  )
}

function Loaded({ report, query }: { report: ReportDetail; query: string }) {
  const said = report.reasons.filter(({ words }) => words !== '')
  return (
    <>
      <div className={styles.head}>
        <h2>
          <bdi>{report.title}</bdi>
        </h2>
        <Badge>{countWords(report.count)}</Badge>
      </div>
      {reasonGroups(report.reasons).map(({ reason, names }) => (
        <p key={reason} className="sub">
          Reported as <strong>{reason}</strong> by {names}.
        </p>
      ))}
      {said.map(({ reporter, words }) => (
        <p key={reporter._id} className={styles.quote}>
          “{words}” <span className="small muted">{reporter.name}</span>
        </p>
      ))}
      <ReportMoment report={report} />
      <ReportNow report={report} />
      <hr className={styles.line} />
      {report.decision ? <Decided report={report} /> : <ReportDecisionForm key={report._id} report={report} query={query} />}
    </>
  )
}

function Decided({ report }: { report: ReportDetail }) {
  const show = useShowAgain(report._id)
  const { decision, decidedAt, decidedBy, now } = report
  return (
    <div className={styles.send}>
      <p className="sub">
        {decision && decisionWords(decision, decidedBy)}
        {decidedAt && (
          <>
            , <Moment at={decidedAt} />
          </>
        )}
        .{' '}
        <Link className="text-link" to={paths.adminAuditOf('subject', report._id)}>
          In the audit log
        </Link>
      </p>
      {decision === 'hidden' && now.state === 'hidden' && (
        <ActionButton
          variant="outline"
          loading={show.isPending}
          onClick={() => show.mutate(undefined, { onSuccess: () => void toast.success('Shown again'), onError: toastFailure })}
        >
          Show it again
        </ActionButton>
      )}
    </div>
  )
}
