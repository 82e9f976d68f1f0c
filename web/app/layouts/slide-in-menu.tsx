import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './slide-in-menu.module.css'

// A separate chunk, because most visits do not open it.
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }))

type SlideInMenuProps = { side: 'left' | 'right'; tone?: 'paper' | 'evergreen'; children: ReactNode }

/** The phone menu. Closes when one of its links is followed. */
export function SlideInMenu({ side, tone = 'paper', children }: SlideInMenuProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const [isWanted, setWanted] = useState(false)
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
        // Loads it while the finger or the focus is on the button.
        onPointerDown={() => setWanted(true)}
        onFocus={() => setWanted(true)}
        aria-expanded={opened}
      />
      {(isWanted || opened) && (
        <Suspense fallback={null}>
          <MenuDrawer opened={opened} onClose={close} side={side} tone={tone}>
            {children}
          </MenuDrawer>
        </Suspense>
      )}
    </>
  )
}
