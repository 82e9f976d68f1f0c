import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './submit-button.module.css'

export type SubmitStatus = null | 'invalid' | 'pending' | 'success' | 'fail'

export type SubmitButtonProps = {
  status: SubmitStatus
  label?: string
  /** Text beside the spinner. */
  pendingLabel?: string
  message?: ReactNode
  size?: 'md' | 'lg'
  fullWidth?: boolean
  disabled?: boolean
  leftSection?: ReactNode
}

const defaultMessages = { fail: 'Something went wrong', invalid: 'Please check for errors' }

function face(status: SubmitStatus, label: string, pendingLabel: string | undefined) {
  if (status === 'pending') {
    return (
      <>
        <Loader size={20} color="currentColor" />
        {pendingLabel ? <span>{pendingLabel}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
      </>
    )
  }
  if (status === 'success') {
    return (
      <>
        <IconCheck {...iconProps(20)} />
        <VisuallyHidden>{label}</VisuallyHidden>
      </>
    )
  }
  if (status === null) return label
  return (
    <>
      <IconX {...iconProps(18)} />
      {status === 'fail' ? 'Retry' : label}
    </>
  )
}

/** Shows the state of the submission. Failures are amber, never red, because they can be retried. */
export function SubmitButton({
  status,
  label = 'Submit',
  pendingLabel,
  message,
  size = 'md',
  fullWidth = false,
  disabled = false,
  leftSection,
}: SubmitButtonProps) {
  const messageId = useId()
  const isPending = status === 'pending'
  const failed = status === 'fail' || status === 'invalid' ? status : null
  return (
    <div className={styles.root} data-full={fullWidth}>
      <Button
        type="submit"
        size={size}
        fullWidth={fullWidth}
        disabled={disabled}
        data-failed={failed !== null}
        aria-busy={isPending}
        aria-describedby={failed ? messageId : undefined}
        // Not `disabled` while pending, which would lose the focus. A second click or Enter must not submit again.
        onClick={(event) => isPending && event.preventDefault()}
      >
        {/* The widest label is rendered invisibly, so that the button keeps its width. */}
        <span className={styles.faces}>
          <span className={styles.ghost} aria-hidden="true">
            {leftSection}
            {label}
          </span>
          <span>
            {status === null && leftSection}
            {face(status, label, pendingLabel)}
          </span>
        </span>
      </Button>
      {failed && <FieldMessage id={messageId}>{message ?? defaultMessages[failed]}</FieldMessage>}
    </div>
  )
}
