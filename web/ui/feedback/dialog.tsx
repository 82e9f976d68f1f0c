import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { focusPageHeading } from '#web/ui/layout/page-heading.tsx'
import { useFocusReturn } from '#web/ui/layout/use-focus-return.ts'
import styles from './dialog.module.css'

type DialogProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Cancel first, the filled button last. */
  actions?: ReactNode
  /** Left of the actions, for example Clear selection. */
  aside?: ReactNode
  width?: number
  withCloseButton?: boolean
}

/** The focus returns to the element that opened the dialog. If that was removed, for example by a deletion, the page's heading gets it. */
const catchFocus = () =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusPageHeading()
  })

/** On phones a sheet from the bottom edge. */
export function Dialog({ opened, onClose, title, children, actions, aside, width = 520, withCloseButton = true }: DialogProps) {
  useFocusReturn(opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={catchFocus}
      title={title}
      size={width}
      radius="xl"
      shadow="xl"
      padding={28}
      centered
      withCloseButton={withCloseButton}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
      overlayProps={{ backgroundOpacity: 1, color: 'var(--scrim)' }}
      transitionProps={{ transition: 'fade-up', duration: 240 }}
      className={styles.root}
    >
      {children}
      {(actions || aside) && (
        <div className={styles.actions}>
          {aside}
          <div className={styles.buttons}>{actions}</div>
        </div>
      )}
    </Modal>
  )
}
