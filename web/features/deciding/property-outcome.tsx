import { IconClockX, IconFileCertificate, IconScale, IconUserOff } from '@tabler/icons-react'
import type { Deciding } from '#contract/deciding.ts'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { preferenceValues } from '#domain/choices.ts'
import { durationWords } from '#domain/notice-period.ts'
import { lateWords, outcomeHint, outcomeLabels, silentWords, votesToPass } from '#domain/outcome.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { useNoticeSeconds } from '#web/shared/time/notice-seconds.ts'
import { OutcomeSign } from '#web/shared/vote/outcome-sign.tsx'
import { StandingBar } from '#web/shared/vote/standing-bar.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { ChangedNote } from './changed-note.tsx'
import { ClosingDate } from './closing-date.tsx'
import { KeptVote } from './kept-vote.tsx'
import styles from './property-parts.module.css'
import { StandingWords } from './standing-words.tsx'
import { useClosingRecord } from './use-closing-record.ts'

type PropertyOutcomeProps = {
  property: Property
  userId: string
  maySetClosing: boolean
  /** Nobody votes in this circle any more. */
  isVotingOver?: boolean
  /** Brokers may not. */
  mayReadRecord: boolean
  /** Absent for people who may not vote. */
  onVote?: () => void
  className?: string | undefined
}

/** Where a property stands, with the vote; once closed, its outcome. */
export function PropertyOutcome({ className, property, ...rest }: PropertyOutcomeProps) {
  const { deciding } = property
  if (!deciding) return null
  return (
    <Card className={[styles.outcome, className].filter(Boolean).join(' ')} aria-label={deciding.isClosed ? 'Outcome' : 'Where it stands'}>
      {deciding.isClosed ? (
        <Decided property={property} deciding={deciding} mayReadRecord={rest.mayReadRecord} />
      ) : (
        <Open property={property} deciding={deciding} {...rest} />
      )}
    </Card>
  )
}

type PartProps = Omit<PropertyOutcomeProps, 'className' | 'mayReadRecord'> & { deciding: Deciding }

function Open({ property, deciding, userId, maySetClosing, isVotingOver = false, onVote }: PartProps) {
  const noticeSeconds = useNoticeSeconds()
  const hasVoted = property.preferences.some((vote) => vote.user === userId)
  return (
    <>
      <h2>{isVotingOver ? 'Not decided' : 'Where it stands'}</h2>
      <StandingWords deciding={deciding} isVotingOver={isVotingOver} />
      <StandingBar choices={preferenceValues} standing={deciding.standing} />
      <div className={styles.stamps}>
        <IconNote icon={<IconScale {...iconProps(16)} />}>{deciding.rule}.</IconNote>
        {deciding.closesAt && (
          <IconNote icon={<IconClockX {...iconProps(16)} />}>
            At closing only arcs count that their holder has had for {durationWords(noticeSeconds)}.
          </IconNote>
        )}
      </div>
      <ChangedNote changes={deciding.changedSinceVote} />
      {onVote && <KeptVote property={property} />}
      {onVote && (
        <ActionButton variant={hasVoted ? 'outline' : 'filled'} fullWidth onClick={onVote}>
          {hasVoted ? 'Change Vote' : 'Vote on Property'}
        </ActionButton>
      )}
      {maySetClosing && <ClosingDate circleId={property.circle._id} propertyId={property._id} deciding={deciding} />}
    </>
  )
}

type DecidedProps = { property: Property; deciding: Deciding; mayReadRecord: boolean }

function Decided({ property, deciding, mayReadRecord }: DecidedProps) {
  const record = useClosingRecord(property, mayReadRecord)
  const { standing, closesAt } = deciding
  const late = lateWords(standing.late)
  const silent = silentWords(standing, deciding.countBy, true)
  const hint = outcomeHint(standing.outcome)
  return (
    <>
      <div>
        <h2 className={styles.decided}>
          <OutcomeSign outcome={standing.outcome} size={28} />
          {outcomeLabels[standing.outcome]}
        </h2>
        {closesAt && (
          <p className="sub">
            on <Moment at={closesAt} />
          </p>
        )}
      </div>
      <p className={`${styles.words} num`}>{standing.words}</p>
      {hint && <p className="small sub">{hint}</p>}
      <StandingBar choices={preferenceValues} standing={standing} passesFrom={record ? votesToPass(record.rules, standing) : undefined} />
      <div className={styles.stamps}>
        {late && <IconNote icon={<IconClockX {...iconProps(16)} />}>{late}.</IconNote>}
        {silent && <IconNote icon={<IconUserOff {...iconProps(16)} />}>{silent}.</IconNote>}
        <IconNote icon={<IconScale {...iconProps(16)} />}>
          {deciding.rule}.{record && ` Charter version ${record.rules.version}.`}
        </IconNote>
      </div>
      {mayReadRecord && (
        <ActionButton
          variant="outline"
          fullWidth
          to={paths.circleRecord(property.circle._id, property._id)}
          leftSection={<IconFileCertificate {...iconProps(18)} />}
        >
          Open the record
        </ActionButton>
      )}
    </>
  )
}
