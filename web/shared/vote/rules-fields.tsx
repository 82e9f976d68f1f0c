import { useState } from 'react'
import type { CountBy } from '#domain/counting.ts'
import { quorumRange, type Rules, ruleWords, thresholdRange } from '#domain/outcome.ts'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import styles from './rules-fields.module.css'

type Draft = Omit<Rules, 'threshold' | 'quorum'> & { readonly threshold: number | undefined; readonly quorum: number | undefined }

const counts = [
  { value: 'arcs', label: 'By arcs', detail: 'Who holds more has more say' },
  { value: 'people', label: 'By person', detail: 'One say for each member' },
]

const problemOf = (value: number | undefined, { min, max }: { min: number; max: number }): string | null =>
  value === undefined || !Number.isInteger(value) || value < min || value > max ? `Please use a whole number from ${min} to ${max}` : null

/** `wanted` is null while a number is invalid. */
export function useRulesDraft(rules: Rules) {
  const [draft, setDraft] = useState<Draft>(rules)
  const thresholdProblem = problemOf(draft.threshold, thresholdRange)
  const quorumProblem = problemOf(draft.quorum, quorumRange)
  const wanted: Rules | null =
    thresholdProblem || quorumProblem ? null : { ...draft, threshold: draft.threshold ?? 0, quorum: draft.quorum ?? 0 }
  return { draft, setDraft, thresholdProblem, quorumProblem, wanted }
}

/** Includes a preview of the rules in words. */
export function RulesFields({ draft, setDraft, thresholdProblem, quorumProblem, wanted }: ReturnType<typeof useRulesDraft>) {
  return (
    <>
      <ChoiceTiles
        legend="Votes count"
        layout="shares"
        columns={2}
        choices={counts}
        value={draft.countBy}
        onChange={(value) => setDraft({ ...draft, countBy: value as CountBy })}
      />
      <div className={styles.row}>
        <NumberField
          label="Threshold, in percent"
          description="Ready to Invest must exceed this"
          value={draft.threshold}
          onChange={(threshold) => setDraft({ ...draft, threshold })}
          error={thresholdProblem}
        />
        <NumberField
          label="Quorum, in percent"
          description="At least this much must have voted"
          value={draft.quorum}
          onChange={(quorum) => setDraft({ ...draft, quorum })}
          error={quorumProblem}
        />
      </div>
      <ToggleField
        label="A veto blocks"
        description="A single veto blocks a property for as long as it stands"
        value={draft.vetoBlocks}
        onChange={(vetoBlocks) => setDraft({ ...draft, vetoBlocks })}
      />
      <div className={factsStyles.notice} aria-live="polite">
        <strong>In words</strong>
        <p>{wanted ? `${ruleWords(wanted)}.` : 'Please check the numbers above.'}</p>
      </div>
    </>
  )
}
