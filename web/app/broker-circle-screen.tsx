import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { circleQuery, membersQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { BrokerCircle } from '#web/features/brokers/broker-circle.tsx'
import { PropertyDecision } from '#web/features/deciding/property-decision.tsx'
import { BrokerProperties } from '#web/features/voting/broker-properties.tsx'
import { AssignedBrokersOnly } from './circle-redirects.tsx'
import { useOpenedProperty } from './opened-property.ts'

const PropertyPanel = lazy(async () => ({ default: (await import('#web/features/deciding/property-panel.tsx')).PropertyPanel }))

/** Brokers of other circles are redirected to the circle's public page. */
export function BrokerCircleScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <AssignedBrokersOnly key={id} circleId={id} user={user}>
      <Managed circleId={id} user={user} />
    </AssignedBrokersOnly>
  )
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
              <PropertyPanel
                property={property}
                userId={user._id}
                maySetClosing
                pagePath={paths.brokerPropertyPage(id, property._id)}
                onClose={close}
              />
            </Suspense>
          )}
        />
      }
    />
  )
}
