import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Fact, Facts } from './facts.ts'
import { rememberSeen } from './seen-queries.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** Every query key starts with the facts that the query shows; a key without them does not compile. */
    queryKey: readonly [showing: Facts, ...rest: unknown[]]
  }
}

/** The first part of a query key. Empty for data that does not change while it is shown: settings, places, a form's initial values. */
export const showing = (...facts: Facts): Facts => facts

const wholePart = (fact: Fact): Fact => fact.replace(/:.*$/, ':*') as Fact

/** Whether the query shows one of the facts. A fact with `*` matches every circle. */
const shows = ({ queryKey: [shown] }: Pick<Query, 'queryKey'>, facts: ReadonlySet<Fact>): boolean =>
  (shown as Facts).some((fact) => facts.has(fact) || facts.has(wholePart(fact)))

/**
 * Refetches affected queries that are on screen and removes the others, so that a screen opened later never shows or redirects on stale
 * data. Resolves when the screen is up to date.
 */
export async function invalidateFacts(queryClient: QueryClient, facts: Facts): Promise<void> {
  const changed = new Set(facts)
  rememberSeen(queryClient, (query) => shows(query, changed))
  queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 && shows(query, changed) })
  await queryClient.invalidateQueries({ predicate: (query) => shows(query, changed) })
}

/** For facts that no live event will report any more: their queries stay in the cache and refetch when a screen shows them again. */
export function markStale(queryClient: QueryClient, facts: Facts): void {
  const unreported = new Set(facts)
  void queryClient.invalidateQueries({ refetchType: 'none', predicate: (query) => shows(query, unreported) })
}

/** For mutations: `cache.invalidate(acts.circleJoined(id))`. */
export function useCache() {
  const queryClient = useQueryClient()
  return useMemo(() => ({ invalidate: (facts: Facts) => invalidateFacts(queryClient, facts) }), [queryClient])
}
