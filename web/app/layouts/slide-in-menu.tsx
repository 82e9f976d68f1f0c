import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { Logo } from '#web/ui/layout/logo.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './slide-in-menu.module.css'

type SlideInMenuProps = { side: 'left' | 'right'; tone?: 'paper' | 'evergreen'; children: ReactNode }

/** The phone menu. Closes when one of its links is followed. */
export function SlideInMenu({ side, tone = 'paper', children }: SlideInMenuProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const { key } = useLocation()
  // The location's key changes with every navigation, even to the current address.
  useEffect(() => {
    if (key) close()
  }, [key, close])
  return (
    <>
      <IconAction
        className={styles.button}
        label="Open menu"
        icon={<IconMenu2 {...iconProps(22)} />}
        onClick={open}
        aria-expanded={opened}
      />
      <Drawer
        opened={opened}
        onClose={close}
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
    </>
  )
}
