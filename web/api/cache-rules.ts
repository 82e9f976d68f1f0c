import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Fact, Facts } from './facts.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** Every key begins with the facts that the query shows: one that does not say them does not compile. */
    queryKey: readonly [showing: Facts, ...rest: unknown[]]
  }
}

/** The head of a query's key. Nothing at all for what does not change while it is shown: settings, places, a form's first values. */
export const showing = (...facts: Facts): Facts => facts

const wholePart = (fact: Fact): Fact => fact.replace(/:.*$/, ':*') as Fact

/** Whether a query shows one of the facts; a fact about every circle touches each circle's own. */
export const shows = ({ queryKey: [shown] }: Pick<Query, 'queryKey'>, facts: ReadonlySet<Fact>): boolean =>
  (shown as Facts).some((fact) => facts.has(fact) || facts.has(wholePart(fact)))

/**
 * After an act: what is on screen is fetched again, what is not is forgotten, so that a screen opened later
 * neither shows nor decides by the old copy. Resolves when the screen is up to date.
 */
export async function makeStale(queryClient: QueryClient, facts: Facts): Promise<void> {
  const changed = new Set(facts)
  queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 && shows(query, changed) })
  await queryClient.invalidateQueries({ predicate: (query) => shows(query, changed) })
}

/** For mutations: `cache.makeStale(acts.circleJoined(id))`. */
export function useCache() {
  const queryClient = useQueryClient()
  return useMemo(() => ({ makeStale: (facts: Facts) => makeStale(queryClient, facts) }), [queryClient])
}
