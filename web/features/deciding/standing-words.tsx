import { IconLock } from '@tabler/icons-react'
import type { Deciding } from '#contract/deciding.ts'
import { lateWords, outcomeHint, silentWords } from '#domain/outcome.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { OutcomeSign } from '#web/shared/vote/outcome-sign.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './deciding.module.css'

type StandingWordsProps = {
  deciding: Deciding
  /** The whole circle has ended. */
  isEnded?: boolean
}

/** The outcome so far in words, and until when it can change. */
export function StandingWords({ deciding, isEnded = false }: StandingWordsProps) {
  const { standing, isClosed, closesAt, movedAt } = deciding
  if (isEnded && !isClosed) return <p className="small sub">The circle ended before a vote on this property closed.</p>
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
