import { useBookActs } from '#web/shared/book/use-book-acts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'

/** A bank account of the circle, by a name. Its number is learnt from its first file and kept only as a hash. */
export function AccountDialog({ circleId, onClose }: { circleId: string; onClose: () => void }) {
  const acts = useBookActs(circleId)
  const form = useSubmitForm({
    initialValues: { name: '', purpose: 'deposits' },
    check: ({ name }) => (name.trim() === '' ? [{ field: 'name', message: 'Please name the account' }] : []),
    submit: ({ name, purpose }) => acts.openAccount({ name: name.trim(), purpose: purpose === 'deposits' ? 'deposits' : 'operating' }),
    onSuccess: () => {
      toast.success('The account was added')
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title="Add a bank account">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <TextField label="Name" required maxLength={60} autoComplete="off" {...form.field('name')} />
        <SelectField
          label="What it is for"
          nullText={null}
          options={[
            { value: 'operating', text: 'Rent and costs' },
            { value: 'deposits', text: 'Tenants’ deposits' },
          ]}
          {...form.field('purpose')}
        />
        <p className="small sub">Arcstead has no access to the bank. It reads the files that you add.</p>
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Add account" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
