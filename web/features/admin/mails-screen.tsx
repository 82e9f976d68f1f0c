import { IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { MailRow, MailSort, mailReply } from '#contract/admin.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { type Dates, useDates } from '#web/shared/time/zone.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Badge, type BadgeKind } from '#web/ui/layout/badge.tsx'
import { EmailText } from '#web/ui/layout/email-text.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import dataTableStyles from '#web/ui/table/data-table.module.css'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { ListFilter, useListFilter } from './list-filter.tsx'
import { ListTable } from './list-table.tsx'
import styles from './mails.module.css'
import type { ListColumn } from './table-rules.ts'

/** `Kept`: without a configured mail server, mails stay in the built-in mailbox. */
const statuses = [
  { value: 'queued', text: 'Queued' },
  { value: 'sent', text: 'Sent' },
  { value: 'kept', text: 'Kept' },
  { value: 'failed', text: 'Failed' },
] as const

const looks: Readonly<Record<MailRow['status'], BadgeKind>> = { queued: 'neutral', sent: 'evergreen', kept: 'evergreen', failed: 'outline' }

/** `you-are-verified` becomes "You are verified". */
const templateText = (template: string) => `${template.charAt(0).toUpperCase()}${template.slice(1).replaceAll('-', ' ')}`
const statusText = (status: MailRow['status']) => statuses.find(({ value }) => value === status)?.text ?? status

const columnsOf = ({ day }: Dates): readonly ListColumn<MailRow, MailSort>[] => [
  {
    id: 'to',
    header: 'To',
    text: ({ to }) => to,
    cell: ({ to, subject, template }) => (
      <>
        <EmailText email={to} />
        <span className={dataTableStyles.second} title={subject ?? templateText(template)}>
          {subject ?? templateText(template)}
        </span>
      </>
    ),
    isSortable: true,
  },
  { id: 'template', header: 'Kind', text: ({ template }) => templateText(template), isSortable: true },
  {
    id: 'status',
    header: 'Status',
    text: ({ status }) => statusText(status),
    cell: ({ status, lastError }) => (
      <>
        <Badge kind={looks[status]}>{statusText(status)}</Badge>
        {lastError && <span className={styles.error}>{lastError}</span>}
      </>
    ),
    isSortable: true,
  },
  { id: 'attempts', header: 'Tries', text: ({ attempts }) => String(attempts), isFigure: true, isSortable: true },
  { id: 'createdAt', header: 'Queued', text: ({ createdAt }) => day(createdAt, 'table'), isSortable: true },
  { id: 'sentAt', header: 'Sent', text: ({ sentAt }) => (sentAt ? day(sentAt, 'table') : '–'), isSortable: true },
]

export function MailOutboxScreen() {
  const dates = useDates()
  const [status, setStatus] = useListFilter('status')
  const known = statuses.some(({ value }) => value === status)
  return (
    <>
      <PageHeading>Mail Outbox</PageHeading>
      <ListTable
        label="Mails"
        source={{ endpoint: 'admin/mail', facts: ['mails'], ...(known && { filters: { status } }) }}
        columns={columnsOf(dates)}
        rowKey={(mail) => mail._id}
        sort="-createdAt"
        emptyText="No mails found"
        filters={<ListFilter label="Status" options={statuses} allText="All mails" value={status} onChange={setStatus} />}
        actions={(mail) => mail.status === 'failed' && <Retry mail={mail} />}
      />
    </>
  )
}

function Retry({ mail }: { mail: MailRow }) {
  const cache = useCache()
  const retry = useMutation({
    mutationFn: () => api.post<typeof mailReply>(`admin/mail/${mail._id}`, {}, { quiet: true }),
    onSuccess: () => void toast.success('The mail is queued again', { icon: 'mail' }),
    onError: toastFailure,
    onSettled: () => cache.invalidate(acts.mailRetried),
  })
  return (
    <IconAction
      label={`Retry the mail to ${mail.to}`}
      icon={<IconRefresh {...iconProps(20)} />}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    />
  )
}
