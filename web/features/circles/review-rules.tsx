import { useState } from 'react'
import { type Rules, ruleWords } from '#domain/outcome.ts'
import { RulesDialog } from '#web/shared/vote/rules-dialog.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { CardHeader } from '#web/ui/layout/card.tsx'

type ReviewRulesProps = { rules: Rules; onChange: (rules: Rules) => void }

/** The new circle's decision rules in words. The owner can change them before anyone joins. */
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
        <RulesDialog
          rules={rules}
          submitLabel="Use these rules"
          onClose={() => setOpen(false)}
          onSubmit={(wanted) => {
            onChange(wanted)
            setOpen(false)
          }}
        />
      )}
    </section>
  )
}
