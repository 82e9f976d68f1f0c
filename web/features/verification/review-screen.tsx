import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isNotFound } from '#web/api/is-not-found.ts'
import { UserNotFound } from '#web/shared/people/user-not-found.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Review } from './review.tsx'
import { reviewQuery } from './verification.queries.ts'

export function ReviewScreen() {
  const { id = '' } = useParams()
  const { data: review, error, refetch } = useQuery(reviewQuery(id))
  if (review) return <Review key={id} review={review} />
  if (!error) return <PageSkeleton />
  if (!isNotFound(error)) return <FailureState level="h1" title="This person could not be loaded" onRetry={() => void refetch()} />
  return <UserNotFound />
}
