import type { Deciding } from '#contract/deciding.ts'
import { labelOf, type Preference, preferences, preferenceValues } from '#domain/choices.ts'
import { StandingLine } from '#web/shared/vote/standing-line.tsx'
import { VoteLegend } from '#web/shared/vote/vote-legend.tsx'
import { VoteSign } from '#web/shared/vote/vote-sign.tsx'
import { toneOf } from './preference-badge.tsx'

type StandingBarProps = {
  standing: Pick<Deciding['standing'], 'of' | 'voted' | Preference>
  /** From how many it passes, where the rule of that moment is known. */
  passesFrom?: number | undefined
}

/** Shares of the total voting weight, by arcs or by person as the circle's rules say. */
export function StandingBar({ standing, passesFrom }: StandingBarProps) {
  if (standing.of === 0) return null
  return (
    <>
      <StandingLine
        parts={preferenceValues.map((value) => ({ tone: toneOf[value], amount: standing[value] }))}
        of={standing.of}
        passesFrom={passesFrom}
      />
      <VoteLegend
        choices={preferenceValues.map((value) => ({
          tone: toneOf[value],
          sign: <VoteSign tone={toneOf[value]} size={16} />,
          label: labelOf(preferences, value),
          amount: standing[value],
        }))}
        notVoted={standing.of - standing.voted}
      />
    </>
  )
}
