import { useSuspenseQuery } from '@tanstack/react-query'
import { configQuery } from '#web/api/config.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Throws on purpose in demonstration mode, so that the crash screen can be seen. */
export function DevCrashScreen() {
  const { data: config } = useSuspenseQuery(configQuery)
  if (config.isDemo) throw new Error('This screen was asked to fail.')
  return <NotFoundScreen />
}
