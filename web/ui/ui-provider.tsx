import './theme/fonts.css'
import './theme/mantine.css'
import './theme/tokens.css'
import './theme/base.css'
import './theme/buttons.css'
import './theme/inputs.css'
import './theme/dropdowns.css'
import './theme/tabs.css'
import './theme/tables.css'
import { MantineProvider } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useToastsDemanded } from '#web/ui/feedback/toast-demand.ts'
import { cssVariables, theme } from './theme/theme.ts'

// If this chunk fails to load, toasts are lost, but the page keeps working.
const ToastHost = lazy<ComponentType>(() =>
  import('#web/ui/feedback/toast-host.tsx').then(
    (loaded) => ({ default: loaded.ToastHost }),
    () => ({ default: () => null }),
  ),
)

/** Theme, styles and toasts. The colour scheme follows the system until the person chooses one. */
export function UiProvider({ children }: { children: ReactNode }) {
  const hasToasts = useToastsDemanded()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {children}
      {hasToasts && (
        <Suspense fallback={null}>
          <ToastHost />
        </Suspense>
      )}
    </MantineProvider>
  )
}
