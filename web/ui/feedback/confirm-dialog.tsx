import type { ReactNode } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  opened: boolean
  onConfirm: () => void
  onCancel: () => void
  title?: string
  /** One sentence: who or what is affected, and the consequence. */
  consequence?: ReactNode
  /** Omitted where the act can be undone. */
  warning?: string | null
  /** The verb on the confirming button. */
  confirmLabel?: string
  pending?: boolean
}

export function ConfirmDialog({
  opened,
  onConfirm,
  onCancel,
  title = 'Are You Sure?',
  consequence,
  warning = 'This action cannot be undone',
  confirmLabel = 'Confirm',
  pending = false,
}: ConfirmDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onCancel}
      title={title}
      width={400}
      withCloseButton={false}
      actions={
        <>
          <ActionButton variant="outline" onClick={onCancel} data-autofocus>
            Cancel
          </ActionButton>
          <ActionButton color="red" onClick={onConfirm} loading={pending}>
            {confirmLabel}
          </ActionButton>
        </>
      }
    >
      {consequence && <p>{consequence}</p>}
      {warning && <p className="sub">{warning}</p>}
    </Dialog>
  )
}
