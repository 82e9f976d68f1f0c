import type { Deciding } from '#contract/deciding.ts'
import { labelOf, type Preference, preferences, preferenceValues } from '#domain/choices.ts'
import { StandingLine } from '#web/shared/vote/standing-line.tsx'
import { VoteSign } from '#web/shared/vote/vote-sign.tsx'
import styles from './deciding.module.css'
import { toneOf } from './preference-badge.tsx'

type StandingBarProps = {
  standing: Pick<Deciding['standing'], 'of' | 'voted' | Preference>
  /** From how many it passes, where the rule of that moment is known. */
  passesFrom?: number | undefined
}

/** Shares of the total voting weight, by arcs or by person as the circle's rules say. */
export function StandingBar({ standing, passesFrom }: StandingBarProps) {
  if (standing.of === 0) return null
  const notVoted = standing.of - standing.voted
  return (
    <>
      <StandingLine
        parts={preferenceValues.map((value) => ({ tone: toneOf[value], amount: standing[value] }))}
        of={standing.of}
        passesFrom={passesFrom}
      />
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
