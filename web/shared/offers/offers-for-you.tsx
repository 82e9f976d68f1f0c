import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { arcNames } from './offer-words.ts'
import { offersQuery } from './offers.queries.ts'

/** On the page of a full circle, for people outside: offers that are open to them, or that they take part in. */
export function OffersForYou({ circleId }: { circleId: string }) {
  const { data: list } = useQuery({ ...offersQuery(circleId), retry: false })
  return list?.open.map((offer) => (
    <p key={offer._id}>
      {arcNames(offer.arcs)} {offer.arcs.length === 1 ? 'is' : 'are'} handed on by a member.{' '}
      <Link className="text-link" to={paths.circleOffer(circleId, offer._id)}>
        See the offer
      </Link>
    </p>
  ))
}
