import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { onConnectionChange } from './connection.ts'

/** Enough for the pages of a visit; the oldest are forgotten first. */
const most = 100

export type Seen = { readonly queryKey: QueryKey; readonly data: unknown; readonly at: number }

const seen = new Map<string, Seen>()
const restored = new Set<string>()

/** An act or event removes what it has made stale, so that no page opens with it. Kept aside for reading without a connection. */
export function rememberSeen(queryClient: QueryClient, isRemoved: (query: { readonly queryKey: QueryKey }) => boolean): void {
  for (const { queryKey, queryHash, state } of queryClient.getQueryCache().findAll({ type: 'inactive', predicate: isRemoved })) {
    if (state.data === undefined) continue
    seen.delete(queryHash)
    seen.set(queryHash, { queryKey, data: state.data, at: state.dataUpdatedAt })
  }
  for (const hash of [...seen.keys()].slice(0, Math.max(0, seen.size - most))) seen.delete(hash)
}

/** One person's data must never be shown to the next. */
export const forgetSeen = (): void => seen.clear()

/** Puts answers into the cache that it lacks, until the connection is back. */
export function showSeen(queryClient: QueryClient, answers: Iterable<Seen>): void {
  for (const { queryKey, data, at } of answers) {
    if (queryClient.getQueryData(queryKey) !== undefined) continue
    queryClient.setQueryData(queryKey, data, { updatedAt: at })
    restored.add(hashKey(queryKey))
  }
}

/** Without a connection pages show what was seen last, with its time; with one they load again. Returns a function that stops it. */
export const showSeenWhileOffline = (queryClient: QueryClient): (() => void) =>
  onConnectionChange((online) => {
    if (!online) {
      showSeen(queryClient, seen.values())
      return
    }
    queryClient.removeQueries({ type: 'inactive', predicate: ({ queryHash }) => restored.has(queryHash) })
    void queryClient.invalidateQueries({ predicate: ({ queryHash }) => restored.has(queryHash) })
    restored.clear()
  })
