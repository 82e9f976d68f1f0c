import { IconUserMinus } from '@tabler/icons-react'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { ownershipPercent } from '#domain/funding.ts'
import { isolate } from '#domain/isolate.ts'
import { mayBeRemoved, memberRole } from '#domain/membership.ts'
import { formatDollars } from '#domain/money.ts'
import { formerMember, fullName, initialOf } from '#domain/person.ts'
import { inRingOrder } from '#domain/ring.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { type Dates, useDates } from '#web/shared/time/zone.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toastFailure } from '#web/ui/feedback/toast.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import type { TableColumn } from '#web/ui/table/table-column.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { adminMembersQuery } from './circle.queries.ts'
import styles from './circle-detail.module.css'
import { RowsTable } from './rows-table.tsx'

const nameOf = ({ user }: Membership) => (user ? fullName(user) : formerMember)

function columnsOf(circle: Circle, order: readonly Membership[], { day }: Dates): TableColumn<Membership>[] {
  const target = circle.investmentCriteria.totalTargetSize
  return [
    {
      id: 'name',
      header: 'Name',
      text: nameOf,
      cell: (member) => (
        <span className={styles.person}>
          <Avatar initial={member.user ? initialOf(member.user) : '?'} arc={order.indexOf(member)} size={36} />
          <bdi>{nameOf(member)}</bdi>
        </span>
      ),
      isSortable: true,
    },
    { id: 'email', header: 'Email', text: ({ user }) => user?.email ?? '', isSortable: true },
    { id: 'role', header: 'Role', text: memberRole, isSortable: true },
    {
      id: 'investment',
      header: 'Investment',
      text: (member) => formatDollars(member.investmentAmount),
      sortBy: (member) => member.investmentAmount,
      isFigure: true,
      isSortable: true,
    },
    {
      id: 'percent',
      header: '% of Total',
      text: (member) => ownershipPercent(member.investmentAmount, target),
      sortBy: (member) => member.investmentAmount,
      isFigure: true,
      isSortable: true,
    },
    {
      id: 'joined',
      header: 'Joined',
      text: (member) => day(member.createdAt, 'table'),
      sortBy: (member) => member.createdAt,
      isSortable: true,
    },
  ]
}

export function CircleMembersTab({ circle }: { circle: Circle }) {
  const { data: members } = useSuspenseQuery(adminMembersQuery(circle._id))
  const [leaving, setLeaving] = useState<Membership | null>(null)
  const ordered = inRingOrder(members)
  const columns = columnsOf(circle, ordered, useDates())
  const csv = {
    fileName: `${circle.title} members`,
    columns: columns.map(({ header, text, id, sortBy }) => [header, id === 'investment' && sortBy ? sortBy : text] as const),
  }
  return (
    <>
      <RowsTable
        label="Members"
        rows={ordered}
        columns={columns}
        rowKey={(member) => member._id}
        emptyText="No Members Found"
        csv={csv}
        actionsHead="Actions"
        actions={(member) =>
          mayBeRemoved(member) && (
            <IconAction
              label={`Remove member: ${isolate(nameOf(member))}`}
              icon={<IconUserMinus {...iconProps(20)} />}
              onClick={() => setLeaving(member)}
            />
          )
        }
      />
      <RemoveMember circleId={circle._id} member={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

type RemoveMemberProps = { circleId: string; member: Membership | null; onClose: () => void }

function RemoveMember({ circleId, member, onClose }: RemoveMemberProps) {
  const cache = useCache()
  const remove = useMutation({
    mutationFn: (membershipId: string) => api.delete(`admin/circle-membership/${membershipId}`, { quiet: true }),
    onSuccess: () => {
      onClose()
      return cache.invalidate(acts.memberRemoved(circleId))
    },
    onError: (error) => {
      onClose()
      toastFailure(error)
      void cache.invalidate(acts.circleRefused(circleId))
    },
  })
  return (
    <ConfirmDialog
      opened={member !== null}
      pending={remove.isPending}
      consequence={
        member
          ? `Remove ${member.user ? isolate(fullName(member.user)) : 'this member'}? Their ${formatDollars(member.investmentAmount)} come free, their votes are removed, and they are told by mail.`
          : undefined
      }
      onConfirm={() => member && remove.mutate(member._id)}
      onCancel={onClose}
    />
  )
}
