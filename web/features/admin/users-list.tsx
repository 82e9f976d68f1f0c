import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import type { PeopleSort } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { csvFileName } from '#domain/csv.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName, verificationLabels, verificationValues } from '#domain/person.ts'
import { api } from '#web/api/client.ts'
import { saveFile } from '#web/api/save-file.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toastFailure } from '#web/ui/feedback/toast.tsx'
import type { TableState } from '#web/ui/table/table-address.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { ListSource } from './list.queries.ts'
import { ListFilter, useListFilter } from './list-filter.tsx'
import { ListTable } from './list-table.tsx'
import type { ListColumn } from './table-rules.ts'
import { brokerList, useDeleteUser, userList } from './users.queries.ts'
import { createdColumn, emailColumn, nameColumn, personColumn, roleColumn, statusColumn, verifiedColumn } from './users-columns.tsx'

const userColumns = [personColumn, roleColumn, verifiedColumn, statusColumn]
const brokerColumns = [nameColumn, emailColumn, statusColumn]

/** All matching users. The server writes the file, because there may be very many. */
async function downloadCsv({ endpoint, filters }: ListSource, fileName: string, { search, sort }: TableState): Promise<void> {
  const query = new URLSearchParams({ ...filters, search, sort, format: 'csv' })
  saveFile(await api.download(`${endpoint}?${query}`), csvFileName(fileName))
}

const verifications = verificationValues.map((value) => ({ value, text: verificationLabels[value] }))

/** All users, newest first, filtered by verification status. */
export function UsersTable() {
  const [verification, setVerification] = useListFilter('verification')
  const isKnown = verifications.some(({ value }) => value === verification)
  return (
    <PeopleTable
      label="Users"
      source={isKnown ? { ...userList, filters: { verification } } : userList}
      columns={[...userColumns, createdColumn(useDates())]}
      fileName="Arcstead users"
      emptyText="No users found"
      filters={
        <ListFilter label="Verification" options={verifications} allText="All users" value={verification} onChange={setVerification} />
      }
    />
  )
}

export const BrokersTable = () => (
  <PeopleTable
    label="Brokers"
    source={brokerList}
    columns={[...brokerColumns, createdColumn(useDates())]}
    fileName="Arcstead brokers"
    emptyText="No brokers found"
  />
)

type PeopleTableProps = {
  label: string
  source: ListSource
  columns: readonly ListColumn<User, PeopleSort>[]
  /** File name of the export, without extension. */
  fileName: string
  emptyText: string
  filters?: ReactNode
}

function PeopleTable({ source, fileName, ...rest }: PeopleTableProps) {
  const [leaving, setLeaving] = useState<User | null>(null)
  return (
    <>
      <ListTable
        source={source}
        rowKey={(user) => user._id}
        sort="-createdAt"
        rowTo={(user) => paths.adminManageUser(user._id)}
        download={(state) => downloadCsv(source, fileName, state)}
        actions={(user) => (
          <>
            <IconAction
              label={`Edit ${isolate(fullName(user))}`}
              icon={<IconPencil {...iconProps(20)} />}
              to={paths.adminManageUser(user._id)}
            />
            <IconAction
              label={`Delete ${isolate(fullName(user))}`}
              icon={<IconTrash {...iconProps(20)} />}
              onClick={() => setLeaving(user)}
            />
          </>
        )}
        {...rest}
      />
      <DeleteUser source={source} user={leaving} onClose={() => setLeaving(null)} />
    </>
  )
}

type DeleteUserProps = { source: ListSource; user: User | null; onClose: () => void }

/** Asks for confirmation first. A refusal is shown in the server's words. */
function DeleteUser({ source, user, onClose }: DeleteUserProps) {
  const remove = useDeleteUser(source)
  return (
    <ConfirmDialog
      opened={user !== null}
      pending={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        user &&
        remove.mutate(user._id, {
          onError: toastFailure,
          onSettled: onClose,
        })
      }
      consequence={
        user
          ? `${isolate(fullName(user))} (${user.email}) leaves every circle, their arcs come free, circles they own alone are deleted, and everything personal is erased.`
          : undefined
      }
    />
  )
}
