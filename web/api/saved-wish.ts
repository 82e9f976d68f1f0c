import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { isSafeRedirect, placeFor } from '#contract/gates.ts'
import type { Path } from '#contract/paths.ts'
import { readWish, wishNeed } from '#contract/read-wish.ts'
import type { wishReply } from '#contract/wishes.ts'
import { invalidateFacts, showing } from './cache-rules.ts'
import { api } from './client.ts'
import { acts } from './facts.ts'

/** What the person was about to do before they had to sign in, onboard or wait for verification; null if nothing is saved. */
export const wishQuery = queryOptions({
  queryKey: [showing('my-wish'), 'wish'],
  queryFn: ({ signal }) => api.get<typeof wishReply>('app/wish', { signal, quiet: true }),
  retry: false,
})

/** Saves an address with the account. A failure is ignored: it must not block the person. */
export async function saveWish(queryClient: QueryClient, address: string | null | undefined): Promise<void> {
  if (!readWish(address)) return
  await api.put<typeof wishReply>('app/wish', { path: address }, { quiet: true }).catch(() => null)
  void invalidateFacts(queryClient, acts.wishChanged)
}

/** The saved page, if this person may now open it. Deleted on reading, so that it redirects only once. */
export async function takeWish(queryClient: QueryClient, user: User): Promise<Path | null> {
  const wish = await queryClient.fetchQuery({ ...wishQuery, staleTime: 0 }).catch(() => null)
  if (!wish || !isSafeRedirect(wish.path) || placeFor(user, wishNeed) !== null) return null
  await api.delete('app/wish', { quiet: true }).catch(() => null)
  void invalidateFacts(queryClient, acts.wishChanged)
  return wish.path
}
