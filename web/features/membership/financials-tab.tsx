import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Circle } from '#contract/circles.ts'
import { ledgerList, type ledgerRow, type Membership } from '#contract/membership.ts'
import { formatDate } from '#domain/dates.ts'
import { isFullyFunded, remainingGoal } from '#domain/funding.ts'
import { formatDollars } from '#domain/money.ts'
import { circleKey } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'
import { saveFile } from '#web/api/save-file.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import { StatStrip } from '#web/ui/stat-strip.tsx'
import { toast } from '#web/ui/toast.tsx'

type FinancialsTabProps = { circle: Circle; members: readonly Membership[]; userId: string }
type LedgerRow = z.infer<typeof ledgerRow>

const ledgerQuery = (circleId: string) =>
  queryOptions({
    queryKey: [...circleKey(circleId), 'ledger'],
    queryFn: ({ signal }) => api.get(`app/ledger/${circleId}`, ledgerList, { signal }),
  })

async function downloadStatement(circle: Circle, membershipId?: string): Promise<void> {
  try {
    const query = membershipId ? `&member=${membershipId}` : ''
    const file = await api.download(`app/ledger/${circle._id}?format=csv${query}`)
    saveFile(file, `${circle.title} ${membershipId ? 'statement' : 'ledger'}.csv`)
  } catch {
    toast.error('The statement could not be made. Please try again.', { duration: 5_000 })
  }
}

const kinds: Record<LedgerRow['kind'], string> = { bought: 'Joined', added: 'Added', removed: 'Removed' }

export function FinancialsTab({ circle, members, userId }: FinancialsTabProps) {
  const target = circle.investmentCriteria.totalTargetSize
  const { data: ledger } = useQuery(ledgerQuery(circle._id))
  const own = members.find((member) => member.user?._id === userId)
  return (
    <div className="financials-tab">
      <StatStrip
        stats={[
          { key: 'target', label: 'Target', value: target ? formatDollars(target) : 'Not set' },
          { key: 'current', label: 'Current investment', value: formatDollars(circle.currentInvestmentAmount) },
          { key: 'remaining', label: 'Remaining goal', value: formatDollars(remainingGoal(circle.currentInvestmentAmount, target)) },
          { key: 'percent', label: 'Percent funded', value: `${circle.percentFunded}%` },
        ]}
      />
      <Card>
        <ProgressBar percent={circle.percentFunded} label="Funded" />
        <p className="financials-note">
          {isFullyFunded(circle.currentInvestmentAmount, target)
            ? 'This circle is at 100% funding: the group can proceed with acquisition.'
            : 'At 100% funding the group can proceed with acquisition.'}
        </p>
      </Card>
      <Card className="ledger-card">
        <CardHeader
          title="History"
          aside={
            <div className="ledger-actions">
              {own && (
                <ActionButton
                  variant="outline"
                  leftSection={<IconDownload size={18} />}
                  onClick={() => void downloadStatement(circle, own._id)}
                >
                  My statement
                </ActionButton>
              )}
              <ActionButton variant="subtle" leftSection={<IconDownload size={18} />} onClick={() => void downloadStatement(circle)}>
                All as CSV
              </ActionButton>
              <ActionButton variant="subtle" leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
                Print
              </ActionButton>
            </div>
          }
        />
        {ledger ? <LedgerTable rows={ledger} /> : <TableSkeleton rows={4} />}
      </Card>
    </div>
  )
}

function LedgerTable({ rows }: { rows: readonly LedgerRow[] }) {
  return (
    <div className="table-scroll">
      <table className="members-table num">
        <caption className="visually-hidden">Everything bought, added and removed</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Member</th>
            <th scope="col">What</th>
            <th scope="col" className="figure-cell">
              Arcs
            </th>
            <th scope="col" className="figure-cell">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
              <td>{formatDate(row.at)}</td>
              <td>{row.member}</td>
              <td>{kinds[row.kind]}</td>
              <td className="figure-cell">{row.kind === 'removed' ? -row.arcs.length : row.arcs.length}</td>
              <td className="figure-cell">{row.amount < 0 ? `−${formatDollars(-row.amount)}` : formatDollars(row.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
