import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { CircleNotFound } from '#web/shared/circle/circle-not-found.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { adminCircleQuery } from './circle.queries.ts'
import { CircleDetail } from './circle-detail.tsx'

export function AdminCircleScreen() {
  const { id = '' } = useParams()
  useWatchCircle(id)
  const { data: circle, error } = useQuery({ ...adminCircleQuery(id), throwOnError: (failure) => !isNotFound(failure) })
  if (isNotFound(error)) return <CircleNotFound to={paths.adminCirclesOld} />
  return circle ? <CircleDetail key={id} circle={circle} /> : <PageSkeleton />
}
