import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { PeopleSort } from '#contract/admin.ts'
import { paths } from '#contract/paths.ts'
import type { SortOrder } from '#domain/pages.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { VerificationBadge } from '#web/shared/verification/verification-badge.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { listQuery } from './list.queries.ts'
import styles from './overview.module.css'
import { userList } from './users.queries.ts'

const newest = { search: '', sort: '-createdAt' satisfies SortOrder<PeopleSort>, page: 1, pageSize: 5 }

export function NewestUsers() {
  const { data } = useQuery(listQuery<User>(userList, newest))
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
      <ul className={styles.newest}>
        {data.items.map((user) => (
          <li key={user._id}>
            <Avatar initial={initialOf(user)} size={36} />
            <span>
              <Link className="text-link" to={paths.adminManageUser(user._id)}>
                <bdi>{fullName(user)}</bdi>
              </Link>
              <span className="small sub">
                <Day at={user.createdAt} form="table" />
              </span>
            </span>
            <VerificationBadge user={user} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
