import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/api/session.ts'
import { BrokerPurchasePage, PurchasePage } from '#web/features/acquisition/purchase-page.tsx'
import { StartBuying } from '#web/features/acquisition/start-buying.tsx'
import { RecordCard } from '#web/features/deciding/record-card.tsx'
import { AssignedBrokersOnly, MembersOnly } from './circle-redirects.tsx'

/** The purchase for members; the circle's brokers are redirected to their steps. */
export function PurchaseScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <MembersOnly key={id} circleId={id} user={user} brokersAt={paths.brokerPurchase(id)}>
      <PurchasePage circleId={id} userId={user._id} lately={(propertyId) => <RecordCard circleId={id} property={propertyId} />} />
    </MembersOnly>
  )
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
