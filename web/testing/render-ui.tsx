import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { ZoneProvider } from '#web/shared/time/zone.tsx'
import { cssVariables, theme } from '#web/ui/theme/theme.ts'

/** Renders with the page's providers, without transitions. The viewer's time zone does not depend on the machine's. */
export const renderUi = (part: ReactElement, zone = 'UTC') =>
  render(part, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        <ZoneProvider zone={zone}>{children}</ZoneProvider>
      </MantineProvider>
    ),
  })
