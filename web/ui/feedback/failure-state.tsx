import { IconAlertTriangle } from '@tabler/icons-react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { StateProps } from './empty-state.tsx'
import styles from './states.module.css'

/** For content that failed to load or may not be seen. */
export function FailureState({ title, children, action, onRetry, level: Heading = 'h3' }: StateProps & { onRetry?: () => void }) {
  return (
    <div className={styles.state} data-alone="state" role="alert">
      <span className={styles.stateDisc}>
        <IconAlertTriangle {...iconProps(28)} />
      </span>
      <Heading tabIndex={Heading === 'h1' ? -1 : undefined}>{title}</Heading>
      {children && <div className={styles.stateWords}>{children}</div>}
      {(action || onRetry) && (
        <div className={styles.stateAction}>
          {action}
          {onRetry && (
            <ActionButton variant="outline" onClick={onRetry}>
              Retry
            </ActionButton>
          )}
        </div>
      )}
    </div>
  )
}
