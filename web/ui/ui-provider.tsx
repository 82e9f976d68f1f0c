import '@fontsource-variable/newsreader/opsz.css'
import '@fontsource-variable/figtree/wght.css'
import './mantine.css'
import './tokens.css'
import './base.css'
import './controls.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { cssVariables, theme } from './theme.ts'

/** Everything the parts need around them: theme, styles, and the corner where toasts appear. The scheme follows the system until chosen. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="top-right" autoClose={1000} limit={4} />
      {children}
    </MantineProvider>
  )
}
