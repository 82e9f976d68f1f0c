import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/api/session.ts'
import { DistributionPage, NewDistributionPage } from '#web/features/distributions/distribution-page.tsx'
import { DistributionsPage } from '#web/features/distributions/distributions-page.tsx'
import { OfferPage } from '#web/features/offers/offer-page.tsx'
import { OffersPage } from '#web/features/offers/offers-page.tsx'
import { SalePage } from '#web/features/sale/sale-page.tsx'
import { MembersOnly } from './circle-redirects.tsx'

// Paying out, handing on and selling: one chunk, because every first visit carries the list of what each chunk needs.

/** Also for former members, who read what they themselves received: the server says who may. */
export function DistributionsScreen() {
  const { id = '' } = useParams()
  return <DistributionsPage key={id} circleId={id} />
}

export function DistributionScreen() {
  const { id = '', distributionId = '' } = useParams()
  const user = useUser()
  if (!user) return null
  if (distributionId === 'new') return <NewDistributionPage key={id} circleId={id} userId={user._id} />
  return <DistributionPage key={distributionId} circleId={id} userId={user._id} distributionId={distributionId} />
}

/** For members only. */
export function OffersScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <MembersOnly key={id} circleId={id} user={user} brokersAt={paths.brokerCircle(id)}>
      <OffersPage circleId={id} />
    </MembersOnly>
  )
}

/** For members, and for people who wait for the circle or were invited to it. The server says who sees what. */
export function OfferScreen() {
  const { id = '', offerId = '' } = useParams()
  const user = useUser()
  return user && <OfferPage key={`${id}/${offerId}`} circleId={id} offerId={offerId} userId={user._id} />
}

export function SaleScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return (
    <MembersOnly key={id} circleId={id} user={user} brokersAt={paths.brokerCircle(id)}>
      <SalePage circleId={id} />
    </MembersOnly>
  )
}
