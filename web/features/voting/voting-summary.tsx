import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { formatMoney } from '#domain/money.ts'
import { type Outcome, outcomeLabels } from '#domain/outcome.ts'
import { investShare, topProperties } from '#domain/votes.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { ListingPicture } from '#web/api/listing-picture.tsx'
import { OutcomeSign } from '#web/shared/vote/outcome-sign.tsx'
import { type BarTone, ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { TableSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './voting.module.css'

/** Green only for a passed outcome: many votes to invest are not yet a decision. */
const barTone = (outcome: Outcome = 'open'): BarTone => (outcome === 'passes' || outcome === 'passed' ? 'invest' : 'plain')

const OutcomeWords = ({ outcome }: { outcome: Outcome }) => (
  <p className={styles.summaryOutcome}>
    <OutcomeSign outcome={outcome} />
    <strong>{outcomeLabels[outcome]}</strong>
  </p>
)

/** The three properties with the most votes to invest: outcome first, then the percentage of voters. */
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
                <Link className={`text-link ${styles.summaryLink}`} to={paths.circleProperty(circleId, property._id)}>
                  {property.address}
                </Link>
                <span className="small sub">
                  {property.city}, {property.state} · {formatMoney(property.price)}
                </span>
              </p>
              <div className={styles.summaryShare}>
                {property.deciding && <OutcomeWords outcome={property.deciding.standing.outcome} />}
                <p className="small">
                  <span>{investShare(property.tally)}% invest</span>
                  <span className="num">
                    {property.tally.invest} of {property.tally.total}
                  </span>
                </p>
                <ProgressBar
                  percent={investShare(property.tally)}
                  label={`${property.address}: votes to invest`}
                  tone={barTone(property.deciding?.standing.outcome)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
