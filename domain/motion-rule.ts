import type { CountingRule } from './counting.ts'
import { kindOf, type MotionKind } from './motion-kinds.ts'
import { propertyRule, type Rules } from './outcome.ts'
import type { Stage } from './stages.ts'

/** What the rule of a motion depends on besides its kind. */
type RuleBasis = {
  readonly rules: Rules
  readonly stage: Stage
  /** The member that the facts name. */
  readonly member?: string | null
}

/** Money is at stake from buying on. */
const countsArcs = (stage: Stage): boolean => stage === 'buying' || stage === 'owning'

/** The charter's rules as they count in this stage: from buying on by arcs, and its threshold is at least half. */
const rulesIn = (rules: Rules, stage: Stage): Rules =>
  countsArcs(stage) ? { ...rules, countBy: 'arcs', threshold: Math.max(rules.threshold, 50) } : rules

/** By which rule a motion is counted: the kind's own fraction, else the charter's threshold; weight and quorum are the charter's. */
export const motionRule = (kind: MotionKind, { rules, stage, member = null }: RuleBasis): CountingRule => {
  const { moreThan, needsTheirYes, mayReplaceOwner } = kindOf(kind)
  return {
    ...propertyRule(rulesIn(rules, stage)),
    ...(moreThan && { moreThan }),
    ...(needsTheirYes && { needsYesOf: member }),
    ...(mayReplaceOwner && { mayReplaceOwner }),
  }
}
