import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { StateProps } from './empty-state.tsx'
import styles from './states.module.css'

type FailureStateProps = StateProps & {
  onRetry?: () => void
  /** Instead of the warning, for what is no fault. */
  icon?: ReactNode
}

/** For content that failed to load or may not be seen. */
export function FailureState({ title, children, action, onRetry, icon, level: Heading = 'h3' }: FailureStateProps) {
  return (
    <div className={styles.state} data-alone="state" role="alert">
      <span className={styles.stateDisc} data-quiet={icon !== undefined}>
        {icon ?? <IconAlertTriangle {...iconProps(28)} />}
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
