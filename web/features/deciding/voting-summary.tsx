import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { isolate } from '#domain/isolate.ts'
import { formatMoney } from '#domain/money.ts'
import { type Outcome, outcomeLabels, outcomeWithHint } from '#domain/outcome.ts'
import { investShare, overviewProperties } from '#domain/votes.ts'
import { propertiesQuery } from '#web/api/circles.ts'
import { ListingPicture } from '#web/shared/listing/listing-picture.tsx'
import { OutcomeSign } from '#web/shared/vote/outcome-sign.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { type BarTone, ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { TableSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './voting.module.css'

/** Green only for a passed outcome: many votes to invest are not yet a decision. */
const barTone = (outcome: Outcome = 'open'): BarTone => (outcome === 'passes' || outcome === 'passed' ? 'invest' : 'plain')

const OutcomeWords = ({ outcome, isVotingOver }: { outcome: Outcome; isVotingOver: boolean }) =>
  isVotingOver && (outcome === 'open' || outcome === 'passes') ? (
    <p className={styles.summaryOutcome}>
      <strong>Not decided</strong>
    </p>
  ) : (
    <p className={styles.summaryOutcome}>
      <OutcomeSign outcome={outcome} />
      <strong>{outcomeLabels[outcome]}</strong>
    </p>
  )

const votersWords = ({ invest, total }: Property['tally']): string =>
  total === 0 ? 'No votes yet' : `${invest} of ${total} ${total === 1 ? 'voter' : 'voters'}`

/** A property that the circle is buying, or owns. */
type Purchased = { readonly propertyId: string; readonly words: string }

type VotingSummaryProps = { circleId: string; isVotingOver?: boolean; purchased?: Purchased | null }

/** Three properties, those that passed first: outcome, then the percentage of voters. */
export function VotingSummary({ circleId, isVotingOver = false, purchased = null }: VotingSummaryProps) {
  const { data: properties } = useQuery(propertiesQuery(circleId))
  const shown = overviewProperties(properties ?? [])
  const hints = (isVotingOver ? (['passed'] as const) : (['passed', 'passes'] as const)).filter((each) =>
    shown.some(({ deciding }) => deciding?.standing.outcome === each),
  )
  return (
    <Card>
      <CardHeader
        title="Property Voting Summary"
        aside={
          <ActionButton variant="subtle" data-flush="end" to={paths.circleVoting(circleId)}>
            All properties
          </ActionButton>
        }
      />
      {!properties && <TableSkeleton rows={3} />}
      {properties?.length === 0 && <p className="sub">No properties yet.</p>}
      {properties && properties.length > 0 && (
        <ul className={styles.summary}>
          {shown.map((property) => (
            <li key={property._id}>
              <ListingPicture property={property} />
              <p>
                <Link className={`text-link ${styles.summaryLink}`} to={paths.circleProperty(circleId, property._id)}>
                  <bdi>{property.address}</bdi>
                </Link>
                <span className="small sub">
                  {property.isHidden ? '' : `${property.city}, ${property.state} · ${formatMoney(property.price)}`}
                </span>
              </p>
              <div className={styles.summaryShare}>
                {property._id === purchased?.propertyId && (
                  <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(16)} />}>
                    {purchased.words}
                  </Badge>
                )}
                {property.deciding && <OutcomeWords outcome={property.deciding.standing.outcome} isVotingOver={isVotingOver} />}
                <p className="small">
                  <span>{investShare(property.tally)}% invest</span>
                  <span className="num">{votersWords(property.tally)}</span>
                </p>
                <ProgressBar
                  percent={investShare(property.tally)}
                  label={`${isolate(property.address)}: votes to invest`}
                  tone={barTone(property.deciding?.standing.outcome)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {hints.length > 0 && <p className={`small sub ${styles.hints}`}>{hints.map(outcomeWithHint).join(' ')}</p>}
    </Card>
  )
}
