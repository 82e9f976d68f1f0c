import './states.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ActionButton } from './action-button.tsx'
import type { StateProps } from './empty-state.tsx'
import { iconProps } from './icon-props.ts'

/** Something could not be loaded or may not be seen: what happened, in the given words, and a way to try again or to go on. */
export function FailureState({ title, children, action, onRetry, level: Heading = 'h3' }: StateProps & { onRetry?: () => void }) {
  return (
    <div className="state" role="alert">
      <span className="state-disc">
        <IconAlertTriangle {...iconProps(28)} />
      </span>
      <Heading tabIndex={Heading === 'h1' ? -1 : undefined}>{title}</Heading>
      {children && <div className="state-words">{children}</div>}
      {(action || onRetry) && (
        <div className="state-action">
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
