import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { brokerCirclesQuery, circleQuery, membersQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { useRefetchBeforeRedirect } from '#web/api/use-refetch-before-redirect.ts'
import { BrokerCircle } from '#web/features/brokers/broker-circle.tsx'
import { PropertyDecision } from '#web/features/deciding/property-decision.tsx'
import { BrokerProperties } from '#web/features/voting/broker-properties.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { useOpenedProperty } from './opened-property.ts'

const PropertyPanel = lazy(async () => ({ default: (await import('#web/features/deciding/property-panel.tsx')).PropertyPanel }))

/** Brokers of other circles are redirected to the circle's public page. */
export function BrokerCircleScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return <Forwarded key={id} circleId={id} user={user} />
}

function Forwarded({ circleId, user }: { circleId: string; user: User }) {
  const { data: served } = useSuspenseQuery(brokerCirclesQuery(user._id))
  const serves = served.some((circle) => circle._id === circleId)
  const isAnswered = useRefetchBeforeRedirect([brokerCirclesQuery(user._id)], !serves)
  if (!serves && !isAnswered) return <PageSkeleton />
  return serves ? <Managed circleId={circleId} user={user} /> : <Navigate to={paths.circlePublic(circleId)} replace />
}

function Managed({ circleId: id, user }: { circleId: string; user: User }) {
  const { data: circle } = useSuspenseQuery(circleQuery(id))
  const { data: members } = useSuspenseQuery(membersQuery(id))
  useWatchCircle(id)
  const [query, setQuery] = useSearchParams()
  const { openedId, open, close } = useOpenedProperty('properties')
  return (
    <BrokerCircle
      circle={circle}
      members={members}
      brokerId={user._id}
      tab={query.get('tab') ?? (openedId ? 'properties' : 'overview')}
      onTab={(tab) => setQuery(tab === 'overview' ? {} : { tab }, { replace: true, preventScrollReset: true })}
      properties={
        <BrokerProperties
          circle={circle}
          brokerId={user._id}
          decision={(property) => <PropertyDecision property={property} onOpen={() => open(property._id)} />}
          openedId={openedId}
          detail={(property) => (
            <Suspense>
              <PropertyPanel property={property} userId={user._id} maySetClosing onClose={close} />
            </Suspense>
          )}
        />
      }
    />
  )
}
