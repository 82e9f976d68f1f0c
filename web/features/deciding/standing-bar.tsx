import type { Deciding } from '#contract/deciding.ts'
import { labelOf, preferences, preferenceValues } from '#domain/choices.ts'
import { VoteSign } from '#web/shared/vote/vote-sign.tsx'
import styles from './deciding.module.css'
import { toneOf } from './preference-badge.tsx'

/** Shares of the total voting weight, by arcs or by person as the circle's rules say. */
export function StandingBar({ standing }: { standing: Deciding['standing'] }) {
  if (standing.of === 0) return null
  const notVoted = standing.of - standing.voted
  return (
    <>
      <div className={styles.standingBar} aria-hidden="true">
        {preferenceValues
          .filter((value) => standing[value] > 0)
          .map((value) => (
            <span key={value} data-tone={toneOf[value]} style={{ flexGrow: standing[value] }} />
          ))}
        {notVoted > 0 && <span style={{ flexGrow: notVoted }} />}
      </div>
      <ul className={`${styles.standingLegend} num`}>
        {preferenceValues.map((value) => (
          <li key={value} data-tone={toneOf[value]}>
            <VoteSign tone={toneOf[value]} size={16} />
            {labelOf(preferences, value)} <b>{standing[value]}</b>
          </li>
        ))}
        <li>
          Not voted <b>{notVoted}</b>
        </li>
      </ul>
    </>
  )
}
