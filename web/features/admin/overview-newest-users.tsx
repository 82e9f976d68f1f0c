import '@mantine/core/styles/Table.layer.css'
import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { PeopleSort } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import { formatTableDate } from '#domain/dates.ts'
import type { SortOrder } from '#domain/pages.ts'
import { fullName } from '#domain/person.ts'
import { VerificationBadge } from '#web/shared/verification/verification-badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { listQuery } from './list.queries.ts'
import styles from './overview.module.css'
import { userList } from './users.queries.ts'

const newest = { search: '', sort: '-createdAt' satisfies SortOrder<PeopleSort>, page: 1, pageSize: 5 }

export function NewestUsers() {
  const { data } = useQuery(listQuery(userList, newest))
  if (!data) return null
  return (
    <Card>
      <CardHeader
        title="Newest users"
        aside={
          <Link className="text-link" to={paths.adminUsers}>
            All users
          </Link>
        }
      />
      <div className={styles.newest}>
        <Table className="num" aria-label="Newest users">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Name</Table.Th>
              <Table.Th scope="col">Verification</Table.Th>
              <Table.Th scope="col">Created Date</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((user) => (
              <Table.Tr key={user._id}>
                <Table.Th scope="row">
                  <Link className="text-link" to={paths.adminManageUser(user._id)}>
                    {fullName(user)}
                  </Link>
                </Table.Th>
                <Table.Td>
                  <VerificationBadge user={user} />
                </Table.Td>
                <Table.Td>{formatTableDate(user.createdAt)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  )
}
