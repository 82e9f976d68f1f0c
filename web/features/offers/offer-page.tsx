import { IconClock } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { arcNames } from '#web/shared/offers/offer-words.ts'
import { offerQuery } from '#web/shared/offers/offers.queries.ts'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { BidCard, SellerCard } from './bid-card.tsx'
import { BeforeAndAfter, HowItIsDecided, OfferWay, PriceCard, ResultCard } from './offer-cards.tsx'
import styles from './offers.module.css'
import { TakersCard, YesCard } from './others-card.tsx'
import { TransferCard } from './transfer-card.tsx'
import { useOfferActs } from './use-offer-acts.ts'

type OfferPageProps = { circleId: string; offerId: string; userId: string }

/** One offer of arcs: the way, the price, the reader's own bid, what the bids gave, and the transfers. */
export function OfferPage({ circleId, offerId, userId }: OfferPageProps) {
  const { data: offer } = useSuspenseQuery(offerQuery(circleId, offerId))
  const acts = useOfferActs(circleId)
  const navigate = useNavigate()
  const [wanted, setWanted] = useState(offer.myBid ?? 0)
  useWatchCircle(circleId)
  const isOthers = offer.state === 'others'
  const hasPaid = offer.transfers.some(({ isMine, paidAt }) => isMine && paidAt !== null)
  return (
    <>
      <BackButton
        to={offer.isMember ? paths.circleOffers(circleId) : paths.circlePublic(circleId)}
        label={offer.isMember ? 'Offers of arcs' : offer.circle.name}
      />
      <PageHeading
        subtitle={
          <>
            Offered by {offer.isMine ? 'you' : offer.seller ? <bdi>{offer.seller.name}</bdi> : 'a member'} · <bdi>{offer.circle.name}</bdi>
          </>
        }
        actions={
          <span className={styles.words}>
            <Badge kind="outline" icon={<IconClock {...iconProps(16)} />}>
              {offer.words}
            </Badge>
          </span>
        }
      >
        {arcNames(offer.arcs)}
      </PageHeading>
      <OfferWay offer={offer} />
      <SideColumns
        className={styles.columns}
        main={
          <>
            {isOthers && offer.isMine && (
              <TakersCard offer={offer} acts={acts} onLowered={(id) => navigate(paths.circleOffer(circleId, id))} />
            )}
            <PriceCard offer={offer} />
            <ResultCard offer={offer} userId={userId} />
            <BeforeAndAfter offer={offer} userId={userId} wanted={offer.mayBid ? wanted : 0} />
          </>
        }
        side={
          <>
            {offer.mayBid && <BidCard offer={offer} acts={acts} wanted={wanted} onWanted={setWanted} />}
            {offer.mayWithdraw && <SellerCard offer={offer} acts={acts} />}
            {isOthers && !offer.isMine && !hasPaid && <YesCard offer={offer} acts={acts} />}
            {!isOthers && !offer.mayBid && offer.whyNot && (
              <Card>
                <p className="sub">{offer.whyNot}</p>
              </Card>
            )}
            {offer.transfers.map((transfer) => (
              <TransferCard key={transfer._id} offer={offer} transfer={transfer} acts={acts} />
            ))}
            {offer.followedBy && (
              <Card className={styles.stack}>
                <p>These arcs are offered again at a lower price.</p>
                <Link className="text-link" to={paths.circleOffer(circleId, offer.followedBy)}>
                  See the new offer
                </Link>
              </Card>
            )}
            <HowItIsDecided />
          </>
        }
      />
    </>
  )
}
