import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { circleRelation } from '#domain/may/circle.ts'
import { maySetClosingDate } from '#domain/may/property.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { brokerCirclesQuery, circleQuery, myMembershipsQuery, propertiesQuery } from '#web/api/circles.ts'
import { acts } from '#web/api/facts.ts'
import { useUser } from '#web/api/session.ts'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { PropertyForm } from './property-form.tsx'

function savedWords(address: string, circles: number, isChange: boolean): string {
  if (isChange) return `${isolate(address)} was saved.`
  if (circles === 1) return `${isolate(address)} was added. Members can vote on it now.`
  return `${isolate(address)} was brought to ${circles} circles. Their members can vote on it now.`
}

/** Adds a property to a circle, or edits one with `?property=`. */
export function ManagePropertyScreen() {
  const { id: circleId = '' } = useParams()
  const [query] = useSearchParams()
  const user = useUser()
  const cache = useCache()
  const { data: properties, refetch } = useSuspenseQuery(propertiesQuery(circleId))
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: memberships } = useQuery({ ...myMembershipsQuery(user?._id ?? ''), enabled: user !== null })
  const { data: served } = useQuery({ ...brokerCirclesQuery(user?._id ?? ''), enabled: user?.isBroker === true })
  const [opened, setOpened] = useState(0)
  const property = properties.find((each) => each._id === query.get('property'))
  if (!user) return null
  const relation = circleRelation({
    membership: memberships?.find((membership) => membership.circle._id === circleId),
    isAssignedBroker: served?.some((circle) => circle._id === circleId) ?? false,
    permissions: user.permissions,
  })
  return (
    <PropertyForm
      key={`${property?._id ?? 'new'} ${opened}`}
      group="app"
      circle={circle}
      assigned={served ?? []}
      userId={user._id}
      property={property}
      maySetClosing={maySetClosingDate(relation)}
      backTo={paths.circle(circleId)}
      doneAt={paths.circleVoting(circleId)}
      onSaved={(saved, copies) => {
        for (const copy of copies) void cache.invalidate(acts.propertySaved(copy.circle._id))
        toast.success(savedWords(saved.address, copies.length, property !== undefined), { duration: longToast })
      }}
      onReload={() => void refetch().then(() => setOpened(opened + 1))}
    />
  )
}
