import { IconBug, IconChartDonut2, IconCoins, IconUserQuestion } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Overview } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { formatMoney } from '#domain/money.ts'
import { useUser } from '#web/api/session.ts'
import { needsQuery } from '#web/shared/needs/needs.queries.ts'
import { NeedsYou } from '#web/shared/needs/needs-you.tsx'
import { passkeysQuery } from '#web/shared/people/passkeys.queries.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { overviewQuery } from '#web/shared/verification/verification.queries.ts'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './overview.module.css'
import { Awaiting } from './overview-awaiting.tsx'
import { Committed } from './overview-committed.tsx'
import { NewestUsers } from './overview-newest-users.tsx'
import { PasskeyReminder } from './passkey-reminder.tsx'

export function AdminOverviewScreen() {
  const user = useUser()
  // Each of these has a height of its own, and would push the rest down if it came later.
  const above = useQueries({ queries: [passkeysQuery, needsQuery(user?._id ?? ''), overviewQuery] })
  const isPending = above.some((query) => !query.isFetched && query.failureCount === 0)
  return (
    <>
      <PageHeading>Overview</PageHeading>
      {isPending ? (
        <Loading>
          <Bone height={900} radius={14} />
        </Loading>
      ) : (
        <>
          <PasskeyReminder />
          <Waiting />
          <Figures />
        </>
      )}
    </>
  )
}

/** Nothing waits: says when somebody was verified last. */
function Waiting() {
  const user = useUser()
  const { moment } = useDates()
  const { data: overview } = useQuery(overviewQuery)
  const calm = overview?.lastVerifiedAt ? `The last person was verified on ${moment(overview.lastVerifiedAt)}.` : undefined
  return user && <NeedsYou userId={user._id} as="admin" calm={calm} />
}

/** The lists of people are shown even if the figures fail to load. */
function Figures() {
  const { data: overview, error } = useQuery(overviewQuery)
  useEffect(() => {
    if (error) console.error(error)
  }, [error])
  const isLoading = !overview && !error
  return (
    <div className={styles.root}>
      {isLoading && (
        <Loading>
          <Bone height={104} radius={14} />
        </Loading>
      )}
      {overview && <FigureStrip overview={overview} />}
      <div className={styles.columns}>
        <Awaiting />
        <div className={styles.side}>
          {isLoading && (
            <Loading>
              <Bone height={320} radius={14} />
            </Loading>
          )}
          {overview && <Committed points={overview.committed} />}
          <NewestUsers />
        </div>
      </div>
    </div>
  )
}

const FigureStrip = ({ overview }: { overview: Overview }) => (
  <StatStrip
    stats={[
      {
        key: 'awaiting',
        label: <Link to={paths.adminUsersAwaiting}>Users awaiting verification</Link>,
        value: overview.usersAwaitingVerification,
        icon: <IconUserQuestion {...iconProps()} />,
      },
      {
        key: 'circles',
        label: <Link to={paths.adminCircles}>Circles</Link>,
        value: overview.circles,
        icon: <IconChartDonut2 {...iconProps()} />,
      },
      { key: 'funded', label: 'Funded amount', value: formatMoney(overview.fundedAmount), icon: <IconCoins {...iconProps()} /> },
      {
        key: 'crashes',
        label: <Link to={`${paths.adminCrashReports}?status=open`}>Open crash reports</Link>,
        value: overview.openCrashReports,
        icon: <IconBug {...iconProps()} />,
      },
    ]}
  />
)
