import { IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { ownershipPercent } from '#domain/funding.ts'
import { isolate } from '#domain/isolate.ts'
import { formatDollars } from '#domain/money.ts'
import { fullName } from '#domain/person.ts'
import { circleQuery, membersQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { placeName } from '#web/api/places.ts'
import { useUser } from '#web/api/session.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { DownloadButton } from '#web/ui/buttons/download-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { downloadLedger, ledgerQuery } from './ledger.queries.ts'
import { LedgerTable } from './ledger-table.tsx'
import styles from './member-circle.module.css'

const nameOf = (member: Membership): string => (member.user ? fullName(member.user) : 'Member')

/** One member's holding in a circle and its history; also laid out for printing. */
export function StatementScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { data: circle } = useSuspenseQuery(circleQuery(id))
  const { data: members } = useSuspenseQuery(membersQuery(id))
  useWatchCircle(id)
  const wanted = query.get('member')
  const member = members.find(({ _id }) => _id === wanted) ?? members.find((each) => each.user?._id === user?._id) ?? members[0]
  return (
    <div className={styles.statementPage}>
      <BackButton to={paths.circleFinancials(id)} />
      {member ? (
        <Statement
          circle={circle}
          member={member}
          others={members}
          onChoose={(chosen) => navigate(paths.circleStatement(id, chosen), { replace: true })}
        />
      ) : (
        <EmptyState title="No members yet" level="h1">
          A statement is made for each member.
        </EmptyState>
      )}
    </div>
  )
}

type StatementProps = { circle: Circle; member: Membership; others: readonly Membership[]; onChoose: (membershipId: string) => void }

function Statement({ circle, member, others, onChoose }: StatementProps) {
  const { day, dayStat } = useDates()
  const { data: rows } = useSuspenseQuery(ledgerQuery(circle._id, member._id))
  return (
    <>
      <PageHeading
        subtitle={`${isolate(nameOf(member))} · ${isolate(circle.title)}, ${placeName(circle.location)} · as of ${day(new Date())}`}
        actions={
          <>
            <SelectField
              label="Member"
              nullText={null}
              options={others.map((each) => ({ value: each._id, text: nameOf(each) }))}
              value={member._id}
              onChange={onChoose}
            />
            <DownloadButton onDownload={() => downloadLedger(circle, member._id)}>Export CSV</DownloadButton>
            <ActionButton variant="outline" leftSection={<IconPrinter {...iconProps(18)} />} onClick={() => window.print()}>
              Print
            </ActionButton>
          </>
        }
      >
        Statement
      </PageHeading>
      <StatStrip
        stats={[
          { key: 'amount', label: 'Committed', value: formatDollars(member.investmentAmount) },
          { key: 'arcs', label: 'Arcs', value: String(member.arcs) },
          { key: 'share', label: 'Share', value: ownershipPercent(member.investmentAmount, circle.investmentCriteria.totalTargetSize) },
          { key: 'since', label: 'Member since', ...dayStat(member.createdAt) },
        ]}
      />
      <Card>
        <LedgerTable rows={rows} caption={`What ${isolate(nameOf(member))} has bought and given back`} withBalance />
        <p className={`${styles.financialsNote} small`}>An investment here is a recorded commitment; no payment is taken.</p>
      </Card>
    </>
  )
}
