import { queryOptions } from '@tanstack/react-query'
import type { passkeyList } from '#contract/passkeys.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'

export const passkeysQuery = queryOptions({
  queryKey: [showing('my-passkeys'), 'my-passkeys'],
  queryFn: ({ signal }) => api.get<typeof passkeyList>('auth/passkey', { signal }),
})
