import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { isNotFound } from '#web/api/api-error.ts'
import { UserNotFound } from '#web/shared/people/user-not-found.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { userQuery } from './users.queries.ts'
import { ManageUser } from './users-manage.tsx'

export function ManageUserScreen() {
  const { id = '' } = useParams()
  // A refetch must not reset the form; only the reload button discards typed values.
  const [reading, setReading] = useState(0)
  const { data: user, error, refetch } = useQuery({ ...userQuery(id), throwOnError: (failure) => !isNotFound(failure) })
  if (isNotFound(error)) return <UserNotFound />
  if (!user) return <PageSkeleton />
  const reload = async () => {
    await refetch()
    setReading(reading + 1)
  }
  return <ManageUser key={`${id} ${reading}`} user={user} onReload={reload} />
}
