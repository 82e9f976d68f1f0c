import { useState } from 'react'
import { type CountBy, quorumRange, type Rules, ruleWords, sameRules, thresholdRange } from '#domain/outcome.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { ChoiceTiles } from '#web/ui/choice-tiles.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import factsStyles from '#web/ui/facts.module.css'
import { FieldMessage } from '#web/ui/field-message.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ToggleField } from '#web/ui/toggle-field.tsx'
import styles from './deciding.module.css'
import { useSaveRules } from './deciding.queries.ts'

type RulesDialogProps = { circleId: string; rules: Rules; onClose: () => void }
type Draft = Omit<Rules, 'threshold' | 'quorum'> & { readonly threshold: number | undefined; readonly quorum: number | undefined }

const counts = [
  { value: 'arcs', label: 'By arcs', detail: 'Who holds more has more say' },
  { value: 'people', label: 'By person', detail: 'One say for each member' },
]

const problemOf = (value: number | undefined, { min, max }: { min: number; max: number }): string | null =>
  value === undefined || !Number.isInteger(value) || value < min || value > max ? `Please use a whole number from ${min} to ${max}` : null

/** The owner sets how the circle decides, and reads at once what it will say. */
export function RulesDialog({ circleId, rules, onClose }: RulesDialogProps) {
  const [draft, setDraft] = useState<Draft>(rules)
  const save = useSaveRules(circleId)
  const thresholdProblem = problemOf(draft.threshold, thresholdRange)
  const quorumProblem = problemOf(draft.quorum, quorumRange)
  const wanted: Rules | null =
    thresholdProblem || quorumProblem ? null : { ...draft, threshold: draft.threshold ?? 0, quorum: draft.quorum ?? 0 }
  const submit = () =>
    wanted &&
    save.mutate(wanted, {
      onSuccess: () => {
        toast.success('The rules were changed')
        onClose()
      },
    })
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Decision rules"
      actions={
        <>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <ActionButton onClick={submit} loading={save.isPending} disabled={!wanted || sameRules(wanted, rules)}>
            Save rules
          </ActionButton>
        </>
      }
    >
      <div className={styles.rulesForm}>
        <ChoiceTiles
          legend="Votes count"
          layout="shares"
          columns={2}
          choices={counts}
          value={draft.countBy}
          onChange={(value) => setDraft({ ...draft, countBy: value as CountBy })}
        />
        <div className={styles.rulesFormRow}>
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
        <p className="small sub">Members are told, and the charter gets a new version. Every version is kept.</p>
        {save.isError && <FieldMessage>{save.error.message}</FieldMessage>}
      </div>
    </Dialog>
  )
}
