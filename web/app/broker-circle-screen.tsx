import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { circleQuery, membersQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { BrokerCircle } from '#web/features/brokers/broker-circle.tsx'
import { BrokerProperties } from '#web/features/voting/broker-properties.tsx'

/** A broker manages one of their circles. */
export function BrokerCircleScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  const { data: circle } = useSuspenseQuery(circleQuery(id))
  const { data: members } = useSuspenseQuery(membersQuery(id))
  useWatchCircle(id)
  const [query, setQuery] = useSearchParams()
  if (!user) return null
  return (
    <BrokerCircle
      circle={circle}
      members={members}
      brokerId={user._id}
      tab={query.get('tab') ?? 'overview'}
      onTab={(tab) => setQuery(tab === 'overview' ? {} : { tab }, { replace: true, preventScrollReset: true })}
      properties={<BrokerProperties circle={circle} brokerId={user._id} />}
    />
  )
}
