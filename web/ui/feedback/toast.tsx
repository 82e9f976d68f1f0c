import './toast.css'
import { hideNotification, showNotification, updateNotification } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconMail } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { demandToasts } from './toast-demand.ts'

export type ToastKind = 'success' | 'warning' | 'error'
export type ToastOptions = { duration?: number; icon?: 'check' | 'mail' }

const usualDuration = 1000

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
    // Mantine waits while the pointer rests on a toast; whoever reaches it by keyboard gets the same patience.
    onFocusCapture: () => updateNotification({ ...words, id, autoClose: false }),
    onBlurCapture: () => updateNotification({ ...words, id, autoClose: duration }),
    closeButtonProps: { 'aria-label': 'Dismiss' },
  })
  return () => hideNotification(id)
}

/** Short news in the corner. Each call answers with the function that takes its toast away. */
export const toast = {
  success: (message: ReactNode, options?: ToastOptions) => show('success', message, options),
  warning: (message: ReactNode, options?: ToastOptions) => show('warning', message, options),
  error: (message: ReactNode, options?: ToastOptions) => show('error', message, options),
}
