import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { rolesOfMembership } from '#domain/circle-relation.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { myMembershipsQuery, propertiesQuery } from '#web/api/circles.ts'
import { acts } from '#web/api/facts.ts'
import { useUser } from '#web/api/session.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { PropertyForm } from './property-form.tsx'

/** Adds a property to a circle, or edits one with `?property=`. */
export function ManagePropertyScreen() {
  const { id: circleId = '' } = useParams()
  const [query] = useSearchParams()
  const user = useUser()
  const cache = useCache()
  const { data: properties, refetch } = useSuspenseQuery(propertiesQuery(circleId))
  const { data: memberships } = useQuery({ ...myMembershipsQuery(user?._id ?? ''), enabled: user !== null })
  const { isOwner } = rolesOfMembership(memberships?.find((membership) => membership.circle._id === circleId))
  const [opened, setOpened] = useState(0)
  const property = properties.find((each) => each._id === query.get('property'))
  if (!user) return null
  return (
    <PropertyForm
      key={`${property?._id ?? 'new'} ${opened}`}
      group="app"
      circleId={circleId}
      userId={user._id}
      property={property}
      maySetClosing={isOwner || user.isBroker}
      backTo={paths.circle(circleId)}
      doneAt={paths.circleVoting(circleId)}
      onSaved={(saved) => {
        void cache.invalidate(acts.propertySaved(circleId))
        toast.success(property ? `${saved.address} was saved.` : `${saved.address} was added. Members can vote on it now.`, {
          duration: 5_000,
        })
      }}
      onReload={() => void refetch().then(() => setOpened(opened + 1))}
    />
  )
}
