import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { circleRelation, maySetClosingDate } from '#domain/circle-relation.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { brokerCirclesQuery, myMembershipsQuery, propertiesQuery } from '#web/api/circles.ts'
import { acts } from '#web/api/facts.ts'
import { useUser } from '#web/api/session.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { longToast } from '#web/ui/feedback/toast-durations.ts'
import { PropertyForm } from './property-form.tsx'

/** Adds a property to a circle, or edits one with `?property=`. */
export function ManagePropertyScreen() {
  const { id: circleId = '' } = useParams()
  const [query] = useSearchParams()
  const user = useUser()
  const cache = useCache()
  const { data: properties, refetch } = useSuspenseQuery(propertiesQuery(circleId))
  const { data: memberships } = useQuery({ ...myMembershipsQuery(user?._id ?? ''), enabled: user !== null })
  const { data: served } = useQuery({ ...brokerCirclesQuery(user?._id ?? ''), enabled: user?.isBroker === true })
  const [opened, setOpened] = useState(0)
  const property = properties.find((each) => each._id === query.get('property'))
  if (!user) return null
  const relation = circleRelation({
    membership: memberships?.find((membership) => membership.circle._id === circleId),
    isAssignedBroker: served?.some((circle) => circle._id === circleId) ?? false,
    isAdmin: user.permissions.isAdmin,
  })
  return (
    <PropertyForm
      key={`${property?._id ?? 'new'} ${opened}`}
      group="app"
      circleId={circleId}
      userId={user._id}
      property={property}
      maySetClosing={maySetClosingDate(relation)}
      backTo={paths.circle(circleId)}
      doneAt={paths.circleVoting(circleId)}
      onSaved={(saved) => {
        void cache.invalidate(acts.propertySaved(circleId))
        toast.success(property ? `${saved.address} was saved.` : `${saved.address} was added. Members can vote on it now.`, {
          duration: longToast,
        })
      }}
      onReload={() => void refetch().then(() => setOpened(opened + 1))}
    />
  )
}
