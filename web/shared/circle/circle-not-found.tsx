import type { ReactNode } from 'react'
import { backToCircles } from '#web/shared/lists/last-list.ts'
import { NotFoundState } from '#web/ui/feedback/not-found-state.tsx'

/** The circle does not exist, or this person may not see it. `to` is the list that they came from. */
export const CircleNotFound = ({ to = backToCircles().to, children }: { to?: string; children?: ReactNode }) => (
  <NotFoundState title="Circle Not Found" to={to} back="Back to Circles">
    The requested investment circle could not be found.
    {children}
  </NotFoundState>
)
