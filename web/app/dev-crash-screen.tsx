import { useSuspenseQuery } from '@tanstack/react-query'
import { configQuery } from '#web/api/config.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Fails on purpose where the product runs as a demonstration, so that the crash screen can be seen. */
export function DevCrashScreen() {
  const { data: config } = useSuspenseQuery(configQuery)
  if (config.isDemo) throw new Error('This screen was asked to fail.')
  return <NotFoundScreen />
}
