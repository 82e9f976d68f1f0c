import { useSuspenseQuery } from '@tanstack/react-query'
import { ApiError } from '#web/api/api-error.ts'
import { configQuery } from '#web/api/config.ts'

/** Throws on purpose in demonstration mode, so that the crash screen can be seen. */
export function DevCrashScreen(): never {
  const { data: config } = useSuspenseQuery(configQuery)
  throw config.isDemo ? new Error('This screen was asked to fail.') : new ApiError(404, 'There is no page at this address.')
}
