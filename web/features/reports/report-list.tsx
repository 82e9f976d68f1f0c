import {
  IconChartDonut2,
  IconCircleCheck,
  IconEyeOff,
  IconHome,
  IconMessage2Question,
  IconMessageCircle,
  IconUser,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ReportRow } from '#contract/reports.ts'
import { type ReportDecision, type ReportKind, reasonText } from '#domain/reports.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { countWords, decisionWords } from './report-words.ts'
import styles from './reports.module.css'

const kindIcons: Readonly<Record<ReportKind, TablerIcon>> = {
  person: IconUser,
  circle: IconChartDonut2,
  property: IconHome,
  post: IconMessageCircle,
  question: IconMessage2Question,
}
const decisionIcons: Readonly<Record<ReportDecision, TablerIcon>> = {
  dismissed: IconCircleCheck,
  hidden: IconEyeOff,
  suspended: IconUserOff,
}

type ReportListProps = { label: string; reports: readonly ReportRow[]; current: string | undefined; query: string }

/** Each row keeps the filters of the list in its address. */
export function ReportList({ label, reports, current, query }: ReportListProps) {
  return (
    <Card padded={false} aria-label={label}>
      <ul className={styles.rows}>
        {reports.map((report) => {
          const Icon = report.decision ? decisionIcons[report.decision] : kindIcons[report.kind]
          return (
            <li key={report._id}>
              <Link
                to={{ pathname: paths.adminReport(report._id), search: query }}
                aria-current={report._id === current ? 'true' : undefined}
                preventScrollReset
              >
                <IconDisc tone="sunk" size={40} className={styles.kind}>
                  <Icon {...iconProps(20)} />
                </IconDisc>
                <span className={styles.rowWords}>
                  <b>
                    <bdi>{report.title}</bdi>
                  </b>
                  <span className="small sub">
                    {report.decision ? decisionWords(report.decision, report.decidedBy) : reasonText(report.reason)}
                    {!report.decision && report.count > 1 && ` · ${countWords(report.count)}`}
                  </span>
                  <span className="small muted">
                    <Moment at={report.decidedAt ?? report.createdAt} />
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
