import { ActionButton } from './action-button.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmDialogProps = {
  opened: boolean
  onConfirm: () => void
  onCancel: () => void
  title?: string
  text?: string
  pending?: boolean
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  opened,
  onConfirm,
  onCancel,
  title = 'Are You Sure?',
  text = 'This action cannot be undone',
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
            Confirm
          </ActionButton>
        </>
      }
    >
      <p className="sub">{text}</p>
    </Dialog>
  )
}
