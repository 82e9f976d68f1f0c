import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { userQuery } from './users.queries.ts'
import { ManageUser } from './users-manage.tsx'

const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404

export function ManageUserScreen() {
  const { id = '' } = useParams()
  // A refetch must not reset the form; only the reload button discards typed values.
  const [reading, setReading] = useState(0)
  const { data: user, error, refetch } = useQuery({ ...userQuery(id), throwOnError: (failure) => !isMissing(failure) })
  if (isMissing(error)) {
    return (
      <FailureState
        level="h1"
        title="User Not Found"
        action={
          <ActionButton variant="outline" to={paths.adminUsers}>
            Back to Users
          </ActionButton>
        }
      >
        This person could not be found.
      </FailureState>
    )
  }
  if (!user) return <PageSkeleton />
  const reload = async () => {
    await refetch()
    setReading(reading + 1)
  }
  return <ManageUser key={`${id} ${reading}`} user={user} onReload={reload} />
}
