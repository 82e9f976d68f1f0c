import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#domain/money.ts'
import { investShare, topProperties } from '#domain/votes.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { ListingPicture } from '#web/api/listing-picture.tsx'
import { Card } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { TableSkeleton } from '#web/ui/skeletons.tsx'
import styles from './voting.module.css'

/** The three properties with the most votes to invest, and which part of its voters each convinced. */
export function VotingSummary({ circleId }: { circleId: string }) {
  const { data: properties } = useQuery(propertiesQuery(circleId))
  return (
    <Card>
      <h2>Property Voting Summary</h2>
      {!properties && <TableSkeleton rows={3} />}
      {properties?.length === 0 && <p className="sub">No properties yet.</p>}
      {properties && properties.length > 0 && (
        <ul className={styles.summary}>
          {topProperties(properties).map((property) => (
            <li key={property._id}>
              <ListingPicture imageKey={property.listingImg.imageUri} seed={property._id} />
              <p>
                <strong>{property.address}</strong>
                <span className="small sub">
                  {property.city}, {property.state} · {formatMoney(property.price)}
                </span>
              </p>
              <div className={styles.summaryShare}>
                <p className="small">
                  <strong>{investShare(property.tally)}% invest</strong>
                  <span className="num">
                    {property.tally.invest} of {property.tally.total}
                  </span>
                </p>
                <ProgressBar percent={investShare(property.tally)} label={`${property.address}: votes to invest`} tone="invest" />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
