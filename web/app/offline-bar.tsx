import { IconCloudOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useIsOnline } from '#web/api/connection.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './offline-bar.module.css'

/** How long it stays after the connection is back, so that a weak line does not make it flicker. */
const leaveDelay = 2_000

/** Above every layout. `children`: how much waits to be sent. */
export function OfflineBar({ children }: { children: ReactNode }) {
  const online = useIsOnline()
  const [isShown, setShown] = useState(!online)
  if (!online && !isShown) setShown(true)
  useEffect(() => {
    if (!online) return
    const timer = setTimeout(() => setShown(false), leaveDelay)
    return () => clearTimeout(timer)
  }, [online])
  return (
    <div className={styles.root} role="status" data-shown={isShown} data-no-print>
      {isShown && (
        <p className={styles.words}>
          <IconCloudOff {...iconProps(18)} />
          <span>
            <strong>{online ? 'You are back.' : 'You are offline.'}</strong>
            {children}
          </span>
        </p>
      )}
    </div>
  )
}
