import './admin-users.css'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { fullName } from '#domain/person.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconAction } from '#web/ui/icon-action.tsx'
import { iconProps } from '#web/ui/icon-props.ts'
import type { TableColumn } from '#web/ui/table/table-column.ts'
import { toast } from '#web/ui/toast.tsx'
import type { ListSource } from './list.queries.ts'
import { ListTable } from './list-table.tsx'
import { brokerList, useDeleteUser, userList } from './users.queries.ts'
import {
  createdColumn,
  emailColumn,
  nameColumn,
  peopleCsv,
  personColumn,
  roleColumn,
  statusColumn,
  verifiedColumn,
} from './users-columns.tsx'

const userColumns = [personColumn, roleColumn, verifiedColumn, statusColumn, createdColumn]
const brokerColumns = [nameColumn, emailColumn, statusColumn, createdColumn]
const userCsv = peopleCsv('Arcstead users')
const brokerCsv = peopleCsv('Arcstead brokers')

/** Everyone, newest first. */
export const UsersTable = () => (
  <PeopleTable label="Users" source={userList} columns={userColumns} csv={userCsv} emptyText="No users found" />
)

export const BrokersTable = () => (
  <PeopleTable label="Brokers" source={brokerList} columns={brokerColumns} csv={brokerCsv} emptyText="No brokers found" />
)

type PeopleTableProps = {
  label: string
  source: ListSource<User>
  columns: readonly TableColumn<User>[]
  csv: ReturnType<typeof peopleCsv>
  emptyText: string
}

function PeopleTable({ source, ...rest }: PeopleTableProps) {
  const [leaving, setLeaving] = useState<User | null>(null)
  return (
    <>
      <ListTable
        source={source}
        rowKey={(user) => user._id}
        sort="-createdAt"
        actions={(user) => (
          <>
            <IconAction label={`Edit ${fullName(user)}`} icon={<IconPencil {...iconProps(20)} />} to={paths.adminManageUser(user._id)} />
            <IconAction label={`Delete ${fullName(user)}`} icon={<IconTrash {...iconProps(20)} />} onClick={() => setLeaving(user)} />
          </>
        )}
        {...rest}
      />
      <DeleteUser source={source} user={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

type DeleteUserProps = { source: ListSource<User>; user: User | null; onClose: () => void }

/** Deletes after asking. What the server refuses, it says why. */
export function DeleteUser({ source, user, onClose }: DeleteUserProps) {
  const remove = useDeleteUser(source)
  return (
    <ConfirmDialog
      opened={user !== null}
      pending={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        user &&
        remove.mutate(user._id, {
          onError: (error) => toast.error(error.message, { duration: 5_000 }),
          onSettled: onClose,
        })
      }
      {...(user && { text: `${fullName(user)} will be deleted. This action cannot be undone` })}
    />
  )
}
