import './toast.css'
import { hideNotification, showNotification, updateNotification } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { demandToasts } from './toast-demand.ts'

type ToastKind = 'success' | 'warning' | 'error'
type ToastOptions = { duration?: number; icon?: 'check' | 'mail' }

const usualDuration = 1000
/** Milliseconds, for sentences that take longer to read than the usual short confirmation. */
export const longToast = 5_000
/** For failures that the person has to act on. */
export const longestToast = 10_000

function show(kind: ToastKind, message: ReactNode, { duration = usualDuration, icon = 'check' }: ToastOptions = {}) {
  demandToasts()
  const sign =
    kind !== 'success' ? (
      <IconAlertTriangle {...iconProps(17)} />
    ) : icon === 'mail' ? (
      <IconMail {...iconProps(17)} />
    ) : (
      <IconCheck {...iconProps(18)} />
    )
  const words = { message, icon: sign, withBorder: true, role: kind === 'success' ? 'status' : 'alert', 'data-kind': kind }
  const id = showNotification({
    ...words,
    autoClose: duration,
    // Mantine pauses the timer on hover; this does the same for keyboard focus.
    onFocusCapture: () => updateNotification({ ...words, id, autoClose: false }),
    onBlurCapture: () => updateNotification({ ...words, id, autoClose: duration }),
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
  return () => hideNotification(id)
}

/** Each call returns a function that closes its toast. */
export const toast = {
  success: (message: ReactNode, options?: ToastOptions) => show('success', message, options),
  warning: (message: ReactNode, options?: ToastOptions) => show('warning', message, options),
  error: (message: ReactNode, options?: ToastOptions) => show('error', message, options),
}

/** Shows why something failed. That there is no connection has been said for every act already (web/app/outbox-parts.tsx). */
export function toastFailure(error: Error): void {
  if (!('isOffline' in error)) toast.error(error.message, { duration: longToast })
}
