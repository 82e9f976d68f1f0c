import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isNotFound } from '#web/api/api-error.ts'
import { UserNotFound } from '#web/shared/people/user-not-found.tsx'
import { reviewQuery } from '#web/shared/verification/verification.queries.ts'
import { OfflineFailure } from '#web/shared/waiting/offline-failure.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Review } from './review.tsx'

export function ReviewScreen() {
  const { id = '' } = useParams()
  const { data: review, error, refetch } = useQuery(reviewQuery(id))
  if (review) return <Review key={id} review={review} />
  if (!error) return <PageSkeleton />
  if (!isNotFound(error)) return <OfflineFailure title="This person could not be loaded" onRetry={() => void refetch()} />
  return <UserNotFound />
}
