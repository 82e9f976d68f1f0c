import { useState } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import styles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type TypedConfirmDialogProps = {
  opened: boolean
  /** With what was typed, which may have to be sent. */
  onConfirm: (typed: string) => void
  onCancel: () => void
  title?: string
  /** One sentence: who or what is affected, and the consequence. */
  consequence: string
  /** Whether this is what has to be typed, such as the title of what is deleted. */
  isTyped: (typed: string) => boolean
  label: string
  confirmLabel?: string
  pending?: boolean
}

/** For what destroys much: the button stays disabled until the words are typed. */
export function TypedConfirmDialog({ opened, ...rest }: TypedConfirmDialogProps) {
  return opened ? <Opened {...rest} /> : null
}

function Opened({
  onConfirm,
  onCancel,
  title = 'Are You Sure?',
  consequence,
  isTyped,
  label,
  confirmLabel = 'Confirm',
  pending = false,
}: Omit<TypedConfirmDialogProps, 'opened'>) {
  const [typed, type] = useState('')
  return (
    <Dialog
      opened
      onClose={onCancel}
      title={title}
      width={440}
      withCloseButton={false}
      actions={
        <>
          <ActionButton variant="outline" onClick={onCancel}>
            Cancel
          </ActionButton>
          <ActionButton color="red" disabled={!isTyped(typed)} loading={pending} onClick={() => onConfirm(typed)}>
            {confirmLabel}
          </ActionButton>
        </>
      }
    >
      <p>{consequence}</p>
      <p className="sub">This action cannot be undone</p>
      <div className={styles.typed}>
        <TextField label={label} value={typed} onChange={type} autoComplete="off" data-autofocus />
      </div>
    </Dialog>
  )
}
