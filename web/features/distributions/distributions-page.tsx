import { IconPlus, IconReportMoney } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { DistributionSummary } from '#contract/distributions.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './distribution-page.module.css'
import { paidWords, stateWords, titleOf } from './distribution-words.ts'
import { distributionsQuery } from './distributions.queries.ts'

function Row({ circleId, item }: { circleId: string; item: DistributionSummary }) {
  const isPosted = item.state === 'posted' || item.state === 'paid'
  return (
    <li className="num">
      <span>
        <Link className="text-link" to={paths.circleDistribution(circleId, item._id)}>
          <b>{titleOf(item)}</b>
        </Link>
        <span className="small sub">
          {item.postedOn && `${formatCalendarDay(item.postedOn)}. `}
          {isPosted && `${paidWords(item)}. `}
          {item.note && <bdi>{item.note}</bdi>}
        </span>
      </span>
      <span>
        {item.mineCents !== null && item.state !== 'reversed' && <span className="small sub">You: {formatCents(item.mineCents)} </span>}
        <Badge kind={item.state === 'paid' ? 'evergreen' : 'outline'}>{stateWords[item.state]}</Badge>
      </span>
    </li>
  )
}

/** What was paid out in a circle, newest first; the treasurer drafts here. */
export function DistributionsPage({ circleId }: { circleId: string }) {
  const { data } = useSuspenseQuery(distributionsQuery(circleId))
  useWatchCircle(circleId)
  return (
    <div className={styles.page}>
      {data.desk ? (
        <BackButton to={paths.circleBook(circleId)} label="Book" />
      ) : (
        <BackButton to={paths.pastCircle(circleId)} label="The circle you left" />
      )}
      <PageHeading
        subtitle={
          <>
            <bdi>{data.circle.name}</bdi>, in equal parts per arc, to the cent
          </>
        }
        actions={
          <>
            <ActionButton
              variant="outline"
              to={paths.yearStatement(circleId, 'latest')}
              leftSection={<IconReportMoney {...iconProps(18)} />}
            >
              My statement
            </ActionButton>
            {data.mayDraft && (
              <ActionButton to={paths.circleDistribution(circleId, 'new')} leftSection={<IconPlus {...iconProps(18)} />}>
                Pay out
              </ActionButton>
            )}
          </>
        }
      >
        What was paid out
      </PageHeading>
      <Card>
        {data.distributions.length === 0 ? (
          <EmptyState title="Nothing was paid out yet">
            {data.mayDraft
              ? 'Draft an amount: the page shows what each member would receive, and the members vote.'
              : 'The treasurer proposes an amount, and the members vote.'}
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {data.distributions.map((item) => (
              <Row key={item._id} circleId={circleId} item={item} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
