import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { UsersTable } from './users-list.tsx'

export function UsersScreen() {
  return (
    <>
      <PageHeading>User Management</PageHeading>
      <UsersTable />
    </>
  )
}
