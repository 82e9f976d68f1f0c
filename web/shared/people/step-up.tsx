import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { requestOptionsReply } from '#contract/passkeys.ts'
import type { StepUpPurpose } from '#domain/step-up.ts'
import { isRefusal } from '#web/api/api-error.ts'
import { api } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { askForPasskey, canUsePasskeys } from './passkey-browser.ts'
import { passkeysQuery } from './passkeys.queries.ts'

const sentences: Readonly<Record<StepUpPurpose, string>> = {
  change_email: 'Your e-mail address changes only after a passkey or your password.',
  delete_account: 'Your account is deleted only after a passkey or your password.',
  add_passkey: 'A passkey is added only after your password, or a passkey that you have already.',
  export_data: 'Your data leaves Arcstead only after a passkey or your password.',
  where_to_pay: 'Where to pay opens only after a passkey or your password.',
  sign: 'Your signature counts only after a passkey or your password.',
  remove_passkey: 'A passkey is removed only after a passkey or your password.',
  confirm_money: 'What changes who gets money is confirmed only after a passkey or your password.',
}

type Asking = { readonly onConfirmed: () => void; readonly onCancel: () => void }

type StepUp = {
  /** Runs the act. If the server asks for a step-up, the dialog opens, and the act runs again once the person has confirmed. */
  run: <Answer>(act: () => Promise<Answer>) => Promise<Answer>
  /** A dialog of the act itself is hidden meanwhile. */
  readonly isAsking: boolean
  readonly dialog: ReactNode
}

export function useStepUp(purpose: StepUpPurpose): StepUp {
  const [asking, ask] = useState<Asking | null>(null)
  const run = async <Answer,>(act: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await act()
    } catch (refusal) {
      if (!isRefusal(refusal, 'step_up_required')) throw refusal
      // Cancelled, the act fails with the server's sentence.
      await new Promise<void>((resolve, reject) => ask({ onConfirmed: resolve, onCancel: () => reject(refusal) })).finally(() => ask(null))
      return act()
    }
  }
  return { run, isAsking: asking !== null, dialog: asking && <StepUpDialog purpose={purpose} {...asking} /> }
}

type StepUpDialogProps = Asking & { purpose: StepUpPurpose }

/** Asks for a passkey if the person has one that this browser can use, else for the password. */
function StepUpDialog({ purpose, onConfirmed, onCancel }: StepUpDialogProps) {
  const { data: passkeys, isPending } = useQuery(passkeysQuery)
  const [prefersPassword, preferPassword] = useState(!canUsePasskeys())
  const byPassword = prefersPassword || passkeys === undefined || passkeys.length === 0
  return (
    <Dialog opened onClose={onCancel} title="Is it you?" width={440}>
      <div className={formMessagesStyles.formStack}>
        <p className="sub">{sentences[purpose]}</p>
        {isPending ? (
          <Loading>
            <Bone height={44} radius={10} />
          </Loading>
        ) : byPassword ? (
          <ByPassword purpose={purpose} onConfirmed={onConfirmed} onCancel={onCancel} />
        ) : (
          <ByPasskey purpose={purpose} onConfirmed={onConfirmed} onPassword={() => preferPassword(true)} />
        )}
      </div>
    </Dialog>
  )
}

function ByPassword({ purpose, onConfirmed, onCancel }: StepUpDialogProps) {
  const form = useSubmitForm({
    initialValues: { currentPassword: '' },
    check: ({ currentPassword }) => (currentPassword ? [] : [{ field: 'currentPassword', message: 'Please provide your password' }]),
    submit: ({ currentPassword }) => api.post('auth/step-up', { purpose, password: currentPassword }),
    onSuccess: onConfirmed,
  })
  return (
    <form className={formMessagesStyles.formStack} {...form.formProps}>
      <PasswordField label="Current password" required data-autofocus autoComplete="current-password" {...form.field('currentPassword')} />
      <div className={dialogStyles.buttons}>
        <ActionButton variant="outline" onClick={onCancel}>
          Cancel
        </ActionButton>
        <SubmitButton label="Confirm" status={form.status} message={form.message} />
      </div>
    </form>
  )
}

function ByPasskey({ purpose, onConfirmed, onPassword }: { purpose: StepUpPurpose; onConfirmed: () => void; onPassword: () => void }) {
  const confirm = useMutation({
    mutationFn: async () => {
      const passkey = await askForPasskey(await api.post<typeof requestOptionsReply>('auth/step-up/options', { purpose }))
      return api.post('auth/step-up', { purpose, passkey })
    },
    onSuccess: onConfirmed,
  })
  return (
    <>
      {confirm.error && <FieldMessage>{confirm.error.message}</FieldMessage>}
      <div className={dialogStyles.buttons}>
        <ActionButton variant="outline" onClick={onPassword}>
          Use my password
        </ActionButton>
        <ActionButton
          data-autofocus
          leftSection={<IconFingerprint {...iconProps(18)} />}
          loading={confirm.isPending}
          onClick={() => confirm.mutate()}
        >
          Use my passkey
        </ActionButton>
      </div>
    </>
  )
}
