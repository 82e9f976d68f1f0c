import { IconDevices, IconEye, IconHistory, IconUser, IconUserCheck, type TablerIcon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { AuditRow } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { actText, detailsText, subjectText } from '#domain/audit-words.ts'
import { isolate } from '#domain/isolate.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { SegmentedLinks } from '#web/ui/buttons/segmented-links.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './admin-users.module.css'
import { listQuery } from './list.queries.ts'

/** Which rows: the filter of the log that finds them. */
const choices = [
  { value: 'all', text: 'All', filter: 'person' },
  { value: 'about', text: 'About', filter: 'subject' },
  { value: 'by', text: 'By', filter: 'actor' },
] as const

const pageSize = 20

const icons: Readonly<Record<string, TablerIcon>> = {
  session: IconDevices,
  user: IconUser,
  verification: IconUserCheck,
  document: IconEye,
}

/** The rows of the audit log about and by this person, newest first. */
export function UserAuditTab({ user }: { user: User }) {
  const [parameters] = useSearchParams()
  const chosen = choices.find(({ value }) => value === parameters.get('rows')) ?? choices[0]
  const page = Math.max(1, Number(parameters.get('page')) || 1)
  const source = { endpoint: 'admin/audit-log', facts: ['audit-log'], filters: { [chosen.filter]: user._id } } as const
  const { data, error, refetch } = useQuery(listQuery<AuditRow>(source, { search: '', sort: '-at', page, pageSize }))
  const addressOf = (rows: string, wanted = 1) =>
    `${paths.adminUserTab(user._id, 'audit')}${rows === 'all' ? '' : `&rows=${rows}`}${wanted > 1 ? `&page=${wanted}` : ''}`
  const last = Math.ceil((data?.total ?? 0) / pageSize)
  return (
    <Card aria-label="Audit">
      <CardHeader
        title="Audit"
        aside={
          <SegmentedLinks
            label="Rows"
            links={choices.map(({ value, text }) => ({ to: addressOf(value), text, icon: null, isCurrent: value === chosen.value }))}
          />
        }
      />
      {!data && error && <FailureState title="The rows could not be loaded" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading>
          <Bone height={320} radius={10} />
        </Loading>
      )}
      {data?.items.length === 0 && <EmptyState title="Nothing on the log" />}
      {data && data.items.length > 0 && (
        <ul className={styles.audit}>
          {data.items.map((row) => (
            <AuditItem key={row._id} row={row} user={user} />
          ))}
        </ul>
      )}
      {last > 1 && <Pagination page={page} last={last} addressOf={(wanted) => addressOf(chosen.value, wanted)} siblings={0} />}
      <Link className={`text-link ${styles.reviewLink}`} to={paths.adminAuditOf('person', user._id)}>
        Audit rows by and about <bdi>{user.firstName}</bdi> in the Audit Log
      </Link>
    </Card>
  )
}

function AuditItem({ row, user }: { row: AuditRow; user: User }) {
  const Icon = icons[row.act.split('.')[0] ?? ''] ?? IconHistory
  const isAbout = row.subjectId === user._id
  const by = row.actor ? `by ${isolate(row.actor.name)}` : 'by nobody who is known'
  const details = detailsText(row)
  return (
    <li>
      <IconDisc tone="outline">
        <Icon {...iconProps(18)} />
      </IconDisc>
      <div>
        <p>
          <b>{actText(row.act)}</b>
          {!isAbout && row.subjectId && (
            <>
              {' '}
              <bdi>{subjectText(row)}</bdi>
            </>
          )}
        </p>
        {details && <p className="small sub">{details}</p>}
        <p className="small muted">
          {isAbout && row.actor?._id !== user._id && `about ${isolate(user.firstName)}, `}
          {by} · <Moment at={row.at} form="short" />
        </p>
      </div>
    </li>
  )
}
