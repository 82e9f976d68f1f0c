import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Property } from '#contract/properties.ts'
import { preferenceValues } from '#domain/choices.ts'
import { placeAndPrice } from '#domain/listing.ts'
import { formatMoney } from '#domain/money.ts'
import { durationWords } from '#domain/notice-period.ts'
import { ringPlaceOf } from '#domain/ring.ts'
import { membersQuery } from '#web/api/circles.ts'
import { propertyThread } from '#web/shared/thread/thread.queries.ts'
import { Thread } from '#web/shared/thread/thread.tsx'
import { useNoticeSeconds } from '#web/shared/time/notice-seconds.ts'
import { StandingBar } from '#web/shared/vote/standing-bar.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { SidePanel } from '#web/ui/layout/side-panel.tsx'
import { ChangedNote } from './changed-note.tsx'
import { ClosingDate } from './closing-date.tsx'
import styles from './deciding.module.css'
import { KeptVote } from './kept-vote.tsx'
import { PropertyVoteList } from './property-votes.tsx'
import { StandingWords } from './standing-words.tsx'

type PropertyPanelProps = {
  property: Property
  userId: string
  /** Only the owner and brokers set the closing date. */
  maySetClosing: boolean
  /** The property's own page. */
  pagePath: string
  /** Nothing can be written in an ended circle. */
  isEnded?: boolean
  /** Nobody votes in this circle any more. */
  isVotingOver?: boolean
  /** Absent for people who may not vote. */
  onVote?: () => void
  onClose: () => void
}

export function PropertyPanel({
  property,
  userId,
  maySetClosing,
  pagePath,
  isEnded = false,
  isVotingOver = false,
  onVote,
  onClose,
}: PropertyPanelProps) {
  const { deciding, circle } = property
  const noticeSeconds = useNoticeSeconds()
  const { data: members = [] } = useQuery(membersQuery(circle._id))
  const hasVoted = property.preferences.some((vote) => vote.user === userId)
  return (
    <SidePanel onClose={onClose} title={property.address}>
      <p className={`sub ${styles.panelPlace} num`}>
        {placeAndPrice(property, formatMoney)}
        <br />
        <Link className="text-link" to={pagePath}>
          Pictures and facts
        </Link>
      </p>
      {deciding && (
        <section aria-label="Where it stands" className={styles.panelPart}>
          <StandingWords deciding={deciding} isVotingOver={isVotingOver} />
          <StandingBar choices={preferenceValues} standing={deciding.standing} />
          <p className="small sub">{deciding.rule}.</p>
          {deciding.closesAt && !deciding.isClosed && (
            <p className="small sub">At closing only arcs count that their holder has had for {durationWords(noticeSeconds)}.</p>
          )}
          <ChangedNote changes={deciding.changedSinceVote} />
          {onVote && <KeptVote property={property} />}
          <div className={styles.panelActions}>
            {onVote && !deciding.isClosed && (
              <ActionButton variant={hasVoted ? 'outline' : 'filled'} onClick={onVote}>
                {hasVoted ? 'Change Vote' : 'Vote on Property'}
              </ActionButton>
            )}
            {maySetClosing && <ClosingDate circleId={circle._id} propertyId={property._id} deciding={deciding} />}
          </div>
        </section>
      )}
      {deciding?.votes && (
        <section className={styles.panelPart}>
          <h3>Votes and reasons</h3>
          <PropertyVoteList deciding={deciding} userId={userId} arcOf={(voter) => ringPlaceOf(members, voter)} />
        </section>
      )}
      <section className={styles.panelPart}>
        <h3>Discussion</h3>
        <Thread
          topic={propertyThread(circle._id, property._id, property.address)}
          readers="Members and the circle’s brokers"
          isReadOnly={isEnded}
        />
      </section>
    </SidePanel>
  )
}
