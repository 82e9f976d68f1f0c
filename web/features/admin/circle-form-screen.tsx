import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { CircleNotFound } from '#web/shared/circle/circle-not-found.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { circleFormQuery } from './circle.queries.ts'
import { CircleForm } from './circle-form.tsx'

/** `/admin/manage-circle/{id}`, where the id may be `new`. */
export function ManageCircleScreen() {
  const { id = 'new' } = useParams()
  return id === 'new' ? <CircleForm onReload={() => {}} /> : <EditCircle key={id} circleId={id} />
}

function EditCircle({ circleId }: { circleId: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...circleFormQuery(circleId),
    throwOnError: (failure) => !isNotFound(failure),
  })
  if (isNotFound(error)) return <CircleNotFound to={paths.adminCirclesOld} />
  if (!data || isFetching) return <PageSkeleton />
  return <CircleForm key={data.circle.updatedAt} edited={data} onReload={() => void refetch()} />
}
