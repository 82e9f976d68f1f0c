import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/api/session.ts'
import { BrokerPurchasePage, PurchasePage } from '#web/features/acquisition/purchase-page.tsx'
import { StartBuying } from '#web/features/acquisition/start-buying.tsx'
import { RecordCard } from '#web/features/deciding/record-card.tsx'
import { callsQuery } from '#web/shared/calls/calls.queries.ts'
import { whereToPayQuery } from '#web/shared/where-to-pay/where-to-pay.queries.ts'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { AssignedBrokersOnly, MembersOnly } from './circle-redirects.tsx'

/** The purchase for members; the circle's brokers are redirected to their steps. */
export function PurchaseScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <MembersOnly key={id} circleId={id} user={user} brokersAt={paths.brokerPurchase(id)}>
      <Purchase circleId={id} userId={user._id} />
    </MembersOnly>
  )
}

/** Shown once the money and where to pay are there too: what stands below them would move. */
function Purchase({ circleId, userId }: { circleId: string; userId: string }) {
  const { isLoading: isMoneyLoading } = useQuery(callsQuery(circleId))
  const { isLoading: isPlaceLoading } = useQuery(whereToPayQuery(circleId))
  if (isMoneyLoading || isPlaceLoading) return <PageSkeleton />
  return <PurchasePage circleId={circleId} userId={userId} lately={(property) => <RecordCard circleId={circleId} property={property} />} />
}

export function BrokerPurchaseScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <AssignedBrokersOnly key={id} circleId={id} user={user}>
      <BrokerPurchasePage circleId={id} userId={user._id} />
    </AssignedBrokersOnly>
  )
}

export function StartBuyingScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <MembersOnly key={id} circleId={id} user={user} brokersAt={paths.brokerCircle(id)}>
      <StartBuying circleId={id} userId={user._id} />
    </MembersOnly>
  )
}
