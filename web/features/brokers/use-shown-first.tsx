import { type ReactNode, useState } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'

/** The first of a long list, and a button that shows the rest; null if there is no rest. */
export function useShownFirst<Item>(items: readonly Item[], first: number): { shown: readonly Item[]; more: ReactNode } {
  const [isWhole, setWhole] = useState(false)
  const left = items.length - first
  if (isWhole || left <= 0) return { shown: items, more: null }
  const more = (
    <ActionButton variant="subtle" onClick={() => setWhole(true)}>
      Show {left} more
    </ActionButton>
  )
  return { shown: items.slice(0, first), more }
}
