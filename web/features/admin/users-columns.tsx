import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { PeopleSort } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { fullName, statusLabel, verificationLabel } from '#domain/person.ts'
import type { Dates } from '#web/shared/time/zone.tsx'
import { VerificationBadge } from '#web/shared/verification/verification-badge.tsx'
import dataTableStyles from '#web/ui/table/data-table.module.css'
import styles from './admin-users.module.css'
import type { ListColumn } from './table-rules.ts'

const NameLink = ({ user }: { user: User }) => (
  <Link className={styles.name} to={paths.adminManageUser(user._id)}>
    <bdi>{fullName(user)}</bdi>
  </Link>
)

export const nameColumn: ListColumn<User, PeopleSort> = {
  id: 'name',
  header: 'Name',
  text: fullName,
  cell: (user) => <NameLink user={user} />,
  isSortable: true,
}

/** Name and address in one column, to leave room for others. */
export const personColumn: ListColumn<User, PeopleSort> = {
  ...nameColumn,
  cell: (user) => (
    <>
      <NameLink user={user} />
      <span className={dataTableStyles.second} title={user.email}>
        {user.email}
      </span>
    </>
  ),
}

export const emailColumn: ListColumn<User, PeopleSort> = { id: 'email', header: 'Email', text: (user) => user.email, isSortable: true }

export const roleColumn: ListColumn<User, PeopleSort> = { id: 'role', header: 'Role', text: (user) => user.role, isSortable: true }

export const verifiedColumn: ListColumn<User, PeopleSort> = {
  id: 'isVerified',
  header: 'Verification',
  text: verificationLabel,
  cell: (user) => <VerificationBadge user={user} />,
  isSortable: true,
}

export const statusColumn: ListColumn<User, PeopleSort> = {
  id: 'status',
  header: 'Status',
  text: (user) => statusLabel(user.status),
  isSortable: true,
}

export const createdColumn = ({ day }: Dates): ListColumn<User, PeopleSort> => ({
  id: 'createdAt',
  header: 'Created Date',
  text: (user) => day(user.createdAt, 'table'),
  isSortable: true,
})
