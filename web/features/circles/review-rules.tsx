import { useState } from 'react'
import { type Rules, ruleWords } from '#domain/outcome.ts'
import { RulesFields, RulesForm, useRulesDraft } from '#web/shared/vote/rules-fields.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { CardHeader } from '#web/ui/layout/card.tsx'

type ReviewRulesProps = { rules: Rules; onChange: (rules: Rules) => void }

/** How the new circle will decide, in words, for its owner to change before anyone joins. */
export function ReviewRules({ rules, onChange }: ReviewRulesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section>
      <CardHeader
        title="Decision rules"
        aside={
          <ActionButton variant="subtle" onClick={() => setOpen(true)} aria-label="Change decision rules">
            Change
          </ActionButton>
        }
      />
      <p>{ruleWords(rules)}.</p>
      {isOpen && (
        <ChangeRulesDialog
          rules={rules}
          onClose={() => setOpen(false)}
          onChange={(wanted) => {
            onChange(wanted)
            setOpen(false)
          }}
        />
      )}
    </section>
  )
}

function ChangeRulesDialog({ rules, onChange, onClose }: ReviewRulesProps & { onClose: () => void }) {
  const draft = useRulesDraft(rules)
  const { wanted } = draft
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
          <ActionButton onClick={() => wanted && onChange(wanted)} disabled={!wanted}>
            Use these rules
          </ActionButton>
        </>
      }
    >
      <RulesForm>
        <RulesFields {...draft} />
      </RulesForm>
    </Dialog>
  )
}
