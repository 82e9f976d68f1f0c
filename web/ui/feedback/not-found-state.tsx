import type { ReactNode } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from './failure-state.tsx'

type NotFoundStateProps = { title: string; children: ReactNode; to: string; back: string }

/** A whole screen for what does not exist or may not be seen, with the way back. */
export const NotFoundState = ({ title, children, to, back }: NotFoundStateProps) => (
  <FailureState
    level="h1"
    title={title}
    action={
      <ActionButton variant="outline" to={to}>
        {back}
      </ActionButton>
    }
  >
    {children}
  </FailureState>
)
