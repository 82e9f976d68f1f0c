import type { MotionSummary } from '#contract/motions.ts'
import { motionChoices } from '#domain/motions.ts'
import { choiceTones } from '#web/shared/vote/choice-badge.tsx'
import { StandingLine } from '#web/shared/vote/standing-line.tsx'

export function MotionLine({ standing, small = false }: { standing: MotionSummary['standing']; small?: boolean }) {
  const parts = motionChoices.map((choice) => ({ tone: choiceTones[choice], amount: standing[choice] }))
  return <StandingLine parts={parts} of={standing.of} passesFrom={standing.passesFrom} small={small} />
}
