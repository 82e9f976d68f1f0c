import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { isolate } from '#domain/isolate.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { useUser } from '#web/api/session.ts'
import { adminCircleQuery, propertyFormQuery } from '#web/features/admin/circle.queries.ts'
import { PropertyForm } from '#web/features/properties/property-form.tsx'
import { backToList } from '#web/shared/lists/last-list.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { toastFailure } from '#web/ui/feedback/toast.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

/** `/admin/manage-property/{id}`, or `new` with the circle in `?circle=`. */
export function AdminPropertyScreen() {
  const { id = 'new' } = useParams()
  return id === 'new' ? <NewProperty /> : <EditProperty key={id} propertyId={id} />
}

function NewProperty() {
  const [query] = useSearchParams()
  const circleId = query.get('circle') ?? ''
  // Checked first, so that nobody fills in a form for a missing circle.
  const { data: circle } = useQuery({ ...adminCircleQuery(circleId), throwOnError: true })
  return circle ? <AdminPropertyForm circle={circle} onReload={() => {}} /> : <PageSkeleton />
}

function EditProperty({ propertyId }: { propertyId: string }) {
  const { data: property, isFetching, refetch } = useQuery({ ...propertyFormQuery(propertyId), throwOnError: true })
  const { data: circle } = useQuery({
    ...adminCircleQuery(property?.circle._id ?? ''),
    enabled: property !== undefined,
    throwOnError: true,
  })
  if (!property || !circle || isFetching) return <PageSkeleton />
  return <AdminPropertyForm key={property.updatedAt} circle={circle} property={property} onReload={() => void refetch()} />
}

function AdminPropertyForm({ circle, property, onReload }: { circle: Circle; property?: Property; onReload: () => void }) {
  const circleId = circle._id
  const user = useUser()
  const cache = useCache()
  if (!user) return null
  return (
    <PropertyForm
      group="admin"
      circle={circle}
      userId={user._id}
      property={property}
      maySetClosing
      backTo={paths.adminCircleProperties(circleId)}
      doneAt={backToList('managedCircles', paths.adminCircles).to}
      actions={property && <DeleteProperty property={property} />}
      onSaved={() => void cache.invalidate(acts.propertySaved(circleId))}
      onReload={onReload}
    />
  )
}

function DeleteProperty({ property }: { property: Property }) {
  const cache = useCache()
  const navigate = useNavigate()
  const [isAsking, ask] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.delete(`admin/property/${property._id}`, { quiet: true }),
    onSuccess: async () => {
      await cache.invalidate(acts.propertyDeleted(property.circle._id))
      await navigate(paths.adminCircleProperties(property.circle._id))
    },
    onError: (error) => {
      ask(false)
      toastFailure(error)
    },
  })
  return (
    <>
      <ActionButton variant="outline" color="red" leftSection={<IconTrash {...iconProps(18)} />} onClick={() => ask(true)}>
        Delete Property
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        pending={remove.isPending}
        title={`Delete ${isolate(property.address)}?`}
        consequence={`The property and its votes are removed from ${isolate(property.circle.title)}.`}
        confirmLabel="Delete"
        onConfirm={() => remove.mutate()}
        onCancel={() => ask(false)}
      />
    </>
  )
}
