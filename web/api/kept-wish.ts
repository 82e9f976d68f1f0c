import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { User } from '#contract/accounts.ts'
import { wishReply } from '#contract/wishes.ts'
import { isSafeRedirect, needOf, type Path, placeFor } from '#domain/gates.ts'
import { readWish } from '#domain/wish.ts'
import { makeStale, showing } from './cache-rules.ts'
import { api } from './client.ts'
import { acts } from './facts.ts'

/** Where the person was going when they were asked to sign in, answer or wait; null when nothing is kept. */
export const wishQuery = queryOptions({
  queryKey: [showing('my-wish'), 'wish'],
  queryFn: ({ signal }) => api.get('app/wish', wishReply, { signal, quiet: true }),
  retry: false,
})

/** Keeps an address with the account. An address that cannot be kept, or a failure, holds nobody up. */
export async function keepWish(queryClient: QueryClient, address: string | null | undefined): Promise<void> {
  if (!readWish(address)) return
  await api.put('app/wish', { path: address }, wishReply, { quiet: true }).catch(() => null)
  void makeStale(queryClient, acts.wishChanged)
}

/** Where to lead this person on to, if the gates now let them; taken once, so that later ways are their own. */
export async function takeWish(queryClient: QueryClient, user: User): Promise<Path | null> {
  const wish = await queryClient.fetchQuery({ ...wishQuery, staleTime: 0 }).catch(() => null)
  if (!wish || !isSafeRedirect(wish.path) || placeFor(user, needOf(wish.path)) !== null) return null
  await api.delete('app/wish', { quiet: true }).catch(() => null)
  void makeStale(queryClient, acts.wishChanged)
  return wish.path
}
