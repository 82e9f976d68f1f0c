import { IconClockUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIsOnline } from '#web/api/connection.ts'
import type { WaitingAct } from '#web/api/outbox.ts'
import { removeWaiting } from '#web/api/waiting-acts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './sent-later.module.css'

type SentLaterProps = {
  act: WaitingAct
  /** What is good to know while it waits. */
  children?: ReactNode
  /** Further actions, before Take back. */
  action?: ReactNode
  onTakenBack?: () => void
}

/** Stands under what waits to be sent. */
export function SentLater({ act, children, action, onTakenBack }: SentLaterProps) {
  const online = useIsOnline()
  return (
    <div className={styles.root}>
      <div className={styles.later} role="status">
        <IconClockUp {...iconProps(18)} />
        <p>
          <strong>{online ? 'Not sent yet. It is tried again by itself.' : 'Will be sent when you are back'}</strong>
          {act.triedAt !== null && ' No answer came, so it may have arrived already.'} {children}
        </p>
      </div>
      <div className={styles.actions}>
        {action}
        <ActionButton
          variant="subtle"
          {...(!action && { 'data-flush': 'start' as const })}
          onClick={() => {
            removeWaiting(act)
            onTakenBack?.()
          }}
          aria-label={`Take back: ${act.about}`}
        >
          Take back
        </ActionButton>
      </div>
    </div>
  )
}
