import type { Holder } from './counting.ts'

/** A member with the time since when they have held each arc. */
export type Holding = {
  readonly user: string
  readonly heldSince: readonly number[]
  readonly isSilent?: boolean
  readonly isOwner?: boolean
}

/**
 * Each member's voting weight. With a closing date only arcs held since `heldBefore` (one notice period earlier) count, so that nobody can
 * buy a decision at the last moment. Without one all arcs count.
 */
export const holdersAt = (holdings: readonly Holding[], heldBefore: number | null): Holder[] =>
  holdings.map(({ user, heldSince, isSilent, isOwner }) => {
    const arcs = heldBefore === null ? heldSince.length : heldSince.filter((since) => since <= heldBefore).length
    return { user, arcs, late: heldSince.length - arcs, ...(isSilent && { isSilent }), ...(isOwner && { isOwner }) }
  })
