import type { ReactNode } from 'react'
import { useUser } from '#web/api/session.ts'
import { ZoneProvider } from '#web/shared/time/zone.tsx'

/** Everything is shown in the account's time zone; visitors have the browser's. */
export const ViewerZone = ({ children }: { children: ReactNode }) => <ZoneProvider zone={useUser()?.timeZone}>{children}</ZoneProvider>
