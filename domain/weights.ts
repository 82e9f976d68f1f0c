import type { Holder } from './outcome.ts'

/** A member with the moments since when each of their arcs is theirs. */
export type Holding = { readonly user: string; readonly heldSince: readonly number[] }

/**
 * What each member weighs. With a closing date only arcs count that were held by `heldBefore`, a day of notice before it, so that
 * nobody can buy a decision at the last moment. Without one everything that is held counts.
 */
export const holdersAt = (holdings: readonly Holding[], heldBefore: number | null): Holder[] =>
  holdings.map(({ user, heldSince }) => {
    const arcs = heldBefore === null ? heldSince.length : heldSince.filter((since) => since <= heldBefore).length
    return { user, arcs, late: heldSince.length - arcs }
  })
