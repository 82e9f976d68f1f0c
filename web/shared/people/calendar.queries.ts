import type { calendarReply } from '#contract/motions.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'

/** Asked each time it is shown: the address itself is shown only once, when it is made. */
export const calendarQuery = {
  queryKey: [showing(), 'calendar'] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<typeof calendarReply>('app/calendar', { signal, quiet: true }),
  staleTime: 0,
  gcTime: 0,
}
