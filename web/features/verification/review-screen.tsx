import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Review } from './review.tsx'
import { reviewQuery } from './verification.queries.ts'

const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404

export function ReviewScreen() {
  const { id = '' } = useParams()
  const { data: review, error, refetch } = useQuery(reviewQuery(id))
  if (review) return <Review key={id} review={review} />
  if (!error) return <PageSkeleton />
  if (!isMissing(error)) return <FailureState level="h1" title="This person could not be loaded" onRetry={() => void refetch()} />
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
