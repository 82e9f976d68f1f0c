import { type Rules, sameRules } from '#domain/outcome.ts'
import { RulesFields, RulesForm, useRulesDraft } from '#web/shared/vote/rules-fields.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { useSaveRules } from './deciding.queries.ts'

type RulesDialogProps = { circleId: string; rules: Rules; onClose: () => void }

/** The owner sets how the circle decides, and reads at once what it will say. */
export function RulesDialog({ circleId, rules, onClose }: RulesDialogProps) {
  const draft = useRulesDraft(rules)
  const { wanted } = draft
  const save = useSaveRules(circleId)
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
      <RulesForm>
        <RulesFields {...draft} />
        <p className="small sub">Members are told, and the charter gets a new version. Every version is kept.</p>
        {save.isError && <FieldMessage>{save.error.message}</FieldMessage>}
      </RulesForm>
    </Dialog>
  )
}
