import { IconBug, IconChartDonut2, IconCoins, IconUserQuestion } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { type Overview, overviewReply } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { formatMoney } from '#domain/money.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { passkeysQuery } from '#web/shared/people/passkeys.queries.ts'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { StatStrip } from '#web/ui/layout/stat-strip.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './overview.module.css'
import { Awaiting } from './overview-awaiting.tsx'
import { Committed } from './overview-committed.tsx'
import { NewestUsers } from './overview-newest-users.tsx'
import { PasskeyReminder } from './passkey-reminder.tsx'

const overviewQuery = queryOptions({
  queryKey: [showing('admin-figures', 'user-lists'), 'overview'],
  queryFn: ({ signal }) => api.get('admin/overview', overviewReply, { signal }),
})

export function AdminOverviewScreen() {
  // The reminder above would push everything down if it came later.
  const { isPending, failureCount } = useQuery(passkeysQuery)
  return (
    <>
      <PageHeading>Overview</PageHeading>
      <PasskeyReminder />
      {isPending && failureCount === 0 ? (
        <Loading>
          <Bone height={480} radius={14} />
        </Loading>
      ) : (
        <>
          <Figures />
          <NewestUsers />
        </>
      )}
    </>
  )
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
        {isLoading && (
          <Loading>
            <Bone height={320} radius={14} />
          </Loading>
        )}
        {overview && <Committed points={overview.committed} />}
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
