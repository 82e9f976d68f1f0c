import '@mantine/core/styles/Drawer.layer.css'
import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Logo } from '#web/ui/layout/logo.tsx'
import styles from './slide-in-menu.module.css'

type MenuDrawerProps = {
  opened: boolean
  onClose: () => void
  side: 'left' | 'right'
  tone: 'paper' | 'evergreen'
  children: ReactNode
}

export function MenuDrawer({ opened, onClose, side, tone, children }: MenuDrawerProps) {
  // Opens one render later, because a drawer that is open from the start does not return the focus when it closes.
  const [isReady, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <Drawer
      opened={opened && isReady}
      onClose={onClose}
      position={side}
      size={304}
      title={<Logo kind={tone === 'evergreen' ? 'onDark' : 'plain'} />}
      closeButtonProps={{ 'aria-label': 'Close menu', size: 44 }}
      overlayProps={{ backgroundOpacity: 1, color: 'var(--scrim)' }}
      transitionProps={{ duration: 200, timingFunction: 'ease-out' }}
      className={styles.root}
      attributes={{ content: { 'data-tone': tone } }}
    >
      <div className={styles.links}>{children}</div>
    </Drawer>
  )
}
