import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { cssVariables, theme } from '#web/ui/theme/theme.ts'

/** Renders with the page's providers, without transitions. */
export const renderUi = (part: ReactElement) =>
  render(part, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        {children}
      </MantineProvider>
    ),
  })
