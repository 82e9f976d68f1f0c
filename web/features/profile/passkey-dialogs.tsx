import type { ReactNode } from 'react'
import type { Passkey, PasskeyCreationOptions, passkeyReply } from '#contract/passkeys.ts'
import { longestPasskeyName, passkeyNameProblem } from '#domain/passkeys.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { deviceName } from '#web/shared/people/device-name.ts'
import { createPasskey } from '#web/shared/people/passkey-browser.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'

type NameDialogProps = {
  title: string
  name: string
  description?: ReactNode
  label: string
  save: (name: string) => Promise<Passkey>
  saved: string
  onClose: () => void
}

function NameDialog({ title, name, description, label, save, saved, onClose }: NameDialogProps) {
  const cache = useCache()
  const form = useSubmitForm({
    initialValues: { name },
    check: (values) => {
      const message = passkeyNameProblem(values.name)
      return message ? [{ field: 'name', message }] : []
    },
    submit: (values) => save(values.name),
    onSuccess: async () => {
      await cache.invalidate(acts.passkeysChanged)
      onClose()
      toast.success(saved)
    },
  })
  return (
    <Dialog opened onClose={onClose} title={title} width={440}>
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <TextField
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          maxLength={longestPasskeyName}
          description={description}
          {...form.field('name')}
        />
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label={label} status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}

export function AddPasskeyDialog({ options, onClose }: { options: PasskeyCreationOptions; onClose: () => void }) {
  const save = async (name: string) => {
    const passkey = await createPasskey(options)
    return api.post<typeof passkeyReply>('auth/passkey', { name, passkey }).catch((error: Error) => {
      // The options are good for one answer: the person has to start again.
      onClose()
      toastFailure(error)
      throw error
    })
  }
  return (
    <NameDialog
      title="Add a passkey"
      name={deviceName(navigator.userAgent)}
      description="So that you recognise it in the list."
      label="Create passkey"
      save={save}
      saved="Passkey added"
      onClose={onClose}
    />
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <NameDialog
      title="Rename passkey"
      name={passkey.name}
      label="Save"
      save={(name) => api.put<typeof passkeyReply>(`auth/passkey/${passkey._id}`, { name })}
      saved="Passkey renamed"
      onClose={onClose}
    />
  )
}
