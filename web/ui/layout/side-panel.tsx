import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './side-panel.module.css'
import { useFocusReturn } from './use-focus-return.ts'

type SidePanelProps = { onClose: () => void; title: ReactNode; children: ReactNode }

/** Beside the page; on phones over the whole screen. */
export function SidePanel({ onClose, title, children }: SidePanelProps) {
  useFocusReturn(true)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={520}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close', size: 44, iconSize: 20 }}
      overlayProps={{ backgroundOpacity: 1, color: 'var(--scrim)' }}
      transitionProps={{ duration: 200, timingFunction: 'ease-out' }}
      className={styles.root}
    >
      {children}
    </Drawer>
  )
}
