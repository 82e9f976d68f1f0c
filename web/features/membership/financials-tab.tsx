import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { isFullyFunded, remainingGoal } from '#domain/funding.ts'
import { membershipOf } from '#domain/may/circle.ts'
import { formatDollars } from '#domain/money.ts'
import { circleStage } from '#web/shared/circle/circle-stage.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { DownloadButton } from '#web/ui/buttons/download-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { TableSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { BuyMore } from './buy-more.tsx'
import { downloadLedger, ledgerQuery } from './ledger.queries.ts'
import { LedgerTable } from './ledger-table.tsx'
import styles from './member-circle.module.css'

type FinancialsTabProps = { circle: Circle; members: readonly Membership[]; userId: string; isEnded: boolean }

function fundingNote(circle: Circle, isEnded: boolean): string {
  if (isEnded) return 'This circle has ended: all commitments have ended with it.'
  if (circleStage(circle) === 'owning') return 'This circle is at 100% funding and owns its property.'
  if (isFullyFunded(circle.currentInvestmentAmount, circle.investmentCriteria.totalTargetSize))
    return 'This circle is at 100% funding: the group can proceed with acquisition.'
  return 'At 100% funding the group can proceed with acquisition.'
}

export function FinancialsTab({ circle, members, userId, isEnded }: FinancialsTabProps) {
  const target = circle.investmentCriteria.totalTargetSize
  const { data: ledger } = useQuery(ledgerQuery(circle._id))
  const own = membershipOf(members, userId)
  return (
    <div className={styles.financialsTab}>
      {!isEnded && (
        <StatStrip
          stats={[
            { key: 'target', label: 'Target', value: target ? formatDollars(target) : 'Not set' },
            { key: 'current', label: 'Current investment', value: formatDollars(circle.currentInvestmentAmount) },
            { key: 'remaining', label: 'Remaining goal', value: formatDollars(remainingGoal(circle.currentInvestmentAmount, target)) },
            { key: 'percent', label: 'Percent funded', value: `${circle.percentFunded}%` },
          ]}
        />
      )}
      <Card>
        {!isEnded && <ProgressBar percent={circle.percentFunded} label="Funded" />}
        <p className={styles.financialsNote}>{fundingNote(circle, isEnded)}</p>
        {!isEnded && <BuyMore circle={circle} />}
      </Card>
      <Card>
        <CardHeader
          title="History"
          aside={
            <div className={styles.ledgerActions} data-no-print>
              <ActionButton
                variant="outline"
                leftSection={<IconFileText {...iconProps(18)} />}
                to={paths.circleStatement(circle._id, own?._id)}
              >
                {own ? 'My statement' : 'Statements'}
              </ActionButton>
              <DownloadButton variant="subtle" onDownload={() => downloadLedger(circle)}>
                All as CSV
              </DownloadButton>
            </div>
          }
        />
        {ledger ? <LedgerTable rows={ledger} caption="Everything bought, added and removed" /> : <TableSkeleton rows={4} />}
      </Card>
    </div>
  )
}
