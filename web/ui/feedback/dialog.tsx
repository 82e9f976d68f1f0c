import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { focusPageHeading } from '#web/ui/layout/page-heading.tsx'
import styles from './dialog.module.css'

export type DialogProps = {
  opened: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Cancelling first, the filled button last. */
  actions?: ReactNode
  /** At the left of the actions: Clear selection. */
  aside?: ReactNode
  width?: number
  withCloseButton?: boolean
}

/** The focus goes back to what opened the dialog; where that is gone, deleted by the dialog itself, the page's title takes it. */
const catchFocus = () =>
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusPageHeading()
  })

/** A dialog over the page; on phones a sheet that rises from the bottom. */
export function Dialog({ opened, onClose, title, children, actions, aside, width = 520, withCloseButton = true }: DialogProps) {
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
