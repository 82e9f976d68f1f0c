import '@fontsource-variable/newsreader/opsz.css'
import '@fontsource-variable/figtree/wght.css'
import './mantine.css'
import './tokens.css'
import './base.css'
import './controls.css'
import { MantineProvider } from '@mantine/core'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { cssVariables, theme } from './theme.ts'
import { useToastsDemanded } from './toast-demand.ts'

// Where it can't be fetched, the network is away: news are lost then, but never the page.
const ToastHost = lazy<ComponentType>(() =>
  import('./toast-host.tsx').then(
    (loaded) => ({ default: loaded.ToastHost }),
    () => ({ default: () => null }),
  ),
)

/** Everything the parts need around them: theme, styles, and the corner where toasts appear. The scheme follows the system until chosen. */
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
