import { PageHeading } from '#web/ui/page-heading.tsx'
import { UsersTable } from './users-list.tsx'

export function UsersScreen() {
  return (
    <>
      <PageHeading>User Management</PageHeading>
      <UsersTable />
    </>
  )
}
