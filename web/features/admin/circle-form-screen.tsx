import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isNotFound } from '#web/api/is-not-found.ts'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { circleFormQuery } from './circle.queries.ts'
import { CircleForm } from './circle-form.tsx'
import { AdminCircleNotFound } from './circle-not-found.tsx'

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
  if (isNotFound(error)) return <AdminCircleNotFound />
  if (!data || isFetching) return <PageSkeleton />
  return <CircleForm key={data.circle.updatedAt} edited={data} onReload={() => void refetch()} />
}
