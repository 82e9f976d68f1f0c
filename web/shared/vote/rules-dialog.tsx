import type { ReactNode } from 'react'
import type { Rules } from '#domain/outcome.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import styles from './rules-fields.module.css'
import { RulesFields, useRulesDraft } from './rules-fields.tsx'

type RulesDialogProps = {
  rules: Rules
  submitLabel: string
  onSubmit: (rules: Rules) => void
  onClose: () => void
  isPending?: boolean
  canSubmit?: (rules: Rules) => boolean
  /** Below the fields. */
  children?: ReactNode
}

export function RulesDialog({ rules, submitLabel, onSubmit, onClose, isPending = false, canSubmit, children }: RulesDialogProps) {
  const draft = useRulesDraft(rules)
  const { wanted } = draft
  const isReady = wanted !== null && (canSubmit?.(wanted) ?? true)
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
          <ActionButton onClick={() => wanted && onSubmit(wanted)} loading={isPending} disabled={!isReady}>
            {submitLabel}
          </ActionButton>
        </>
      }
    >
      <div className={styles.form}>
        <RulesFields {...draft} />
        {children}
      </div>
    </Dialog>
  )
}
