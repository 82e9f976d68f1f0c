import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/api/session.ts'
import { OfferPage } from '#web/features/offers/offer-page.tsx'
import { OffersPage } from '#web/features/offers/offers-page.tsx'
import { MembersOnly } from './circle-redirects.tsx'

/** The offers of arcs of a circle, for its members only. */
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

/** One offer: for members, and for people who wait for the circle or were invited to it. The server says who sees what. */
export function OfferScreen() {
  const { id = '', offerId = '' } = useParams()
  const user = useUser()
  return user && <OfferPage key={`${id}/${offerId}`} circleId={id} offerId={offerId} userId={user._id} />
}
