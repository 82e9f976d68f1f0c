import { IconLock } from '@tabler/icons-react'
import type { Deciding } from '#contract/deciding.ts'
import { lateWords, outcomeHint, silentWords } from '#domain/outcome.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { OutcomeSign } from '#web/shared/vote/outcome-sign.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './deciding.module.css'

type StandingWordsProps = {
  deciding: Deciding
  /** Nobody votes in this circle any more: it owns its property, or has ended. */
  isVotingOver?: boolean
}

/** The outcome so far in words, and until when it can change. */
export function StandingWords({ deciding, isVotingOver = false }: StandingWordsProps) {
  const { standing, isClosed, closesAt, movedAt } = deciding
  if (isVotingOver && !isClosed)
    return <p className="small sub">Nobody votes in this circle any more, and no vote on this property has closed.</p>
  const late = lateWords(standing.late)
  const silent = silentWords(standing, deciding.countBy, isClosed)
  const hint = outcomeHint(standing.outcome)
  return (
    <div>
      <p className={styles.standingWords}>
        <OutcomeSign outcome={standing.outcome} />
        <span className="num">{standing.words}</span>
      </p>
      {hint && <p className={`small sub ${styles.standingClosing}`}>{hint}</p>}
      {late && <p className={`small sub num ${styles.standingClosing}`}>{late}</p>}
      {silent && <p className={`small sub num ${styles.standingClosing}`}>{silent}</p>}
      {closesAt && (
        <p className={`small sub ${styles.standingClosing}`}>
          {isClosed && <IconLock {...iconProps(15)} />}
          <span>
            {isClosed ? 'Voting closed' : 'Closes'} <Moment at={closesAt} />
          </span>
        </p>
      )}
      {movedAt && !isClosed && (
        <p className={`small sub ${styles.standingClosing}`}>Voting closes later now, because the property changed shortly before.</p>
      )}
    </div>
  )
}
