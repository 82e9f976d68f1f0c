import { type Rules, sameRules } from '#domain/outcome.ts'
import { RulesDialog } from '#web/shared/vote/rules-dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { useSaveRules } from './deciding.queries.ts'

type ChangeRulesDialogProps = { circleId: string; rules: Rules; onClose: () => void }

export function ChangeRulesDialog({ circleId, rules, onClose }: ChangeRulesDialogProps) {
  const save = useSaveRules(circleId)
  const submit = (wanted: Rules) =>
    save.mutate(wanted, {
      onSuccess: () => {
        toast.success('The rules were changed')
        onClose()
      },
    })
  return (
    <RulesDialog
      rules={rules}
      submitLabel="Save rules"
      onSubmit={submit}
      onClose={onClose}
      isPending={save.isPending}
      canSubmit={(wanted) => !sameRules(wanted, rules)}
    >
      <p className="small sub">Members are told, and the charter gets a new version. Every version is kept.</p>
      {save.isError && <FieldMessage>{save.error.message}</FieldMessage>}
    </RulesDialog>
  )
}
