import '@fontsource-variable/newsreader/opsz.css'
import '@fontsource-variable/figtree/wght.css'
import './mantine.css'
import './tokens.css'
import './base.css'
import './controls.css'
import { MantineProvider } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { cssVariables, theme } from './theme.ts'
import { useToastsDemanded } from './toast-demand.ts'

const ToastHost = lazy(async () => ({ default: (await import('./toast-host.tsx')).ToastHost }))

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
