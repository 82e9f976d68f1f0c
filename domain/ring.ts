import type { Dollars } from './money.ts'
import { fullName, initialOf } from './person.ts'

type Holding = {
  readonly _id?: string
  readonly investmentAmount: Dollars
  readonly isOwner: boolean
  readonly createdAt: string
  readonly user?: { readonly _id?: string | undefined; readonly firstName: string; readonly lastName: string } | undefined
}

export type RingArc = {
  readonly key: string
  readonly amount: Dollars
  readonly label: string
  readonly initial?: string
  readonly isYou?: boolean
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** The ring starts with the owner, then by join date. */
export const inRingOrder = <Item extends Holding>(holdings: readonly Item[]): Item[] =>
  [...holdings].sort(
    (a, b) => Number(b.isOwner) - Number(a.isOwner) || inOrder(a.createdAt, b.createdAt) || inOrder(a._id ?? '', b._id ?? ''),
  )

/** A member's place on the ring, which gives their arc its colour; former members have none. */
export function ringPlaceOf(holdings: readonly Holding[], userId: string): number | undefined {
  const place = inRingOrder(holdings).findIndex(({ user }) => user?._id === userId)
  return place < 0 ? undefined : place
}

/** The arcs of a circle's ring. Without names (for outsiders) a holder is only owner or member. */
export function ringArcs(holdings: readonly Holding[], viewerId?: string | null): RingArc[] {
  return inRingOrder(holdings)
    .filter((holding) => holding.investmentAmount > 0)
    .map((holding, index) => {
      const isYou = viewerId != null && holding.user?._id === viewerId
      return {
        key: holding._id ?? String(index),
        amount: holding.investmentAmount,
        label: isYou ? 'You' : holding.user ? fullName(holding.user) : holding.isOwner ? 'Circle Owner' : 'Member',
        ...(holding.user ? { initial: isYou ? 'You' : initialOf(holding.user) } : {}),
        ...(isYou ? { isYou } : {}),
      }
    })
}

/** The text alternative of a ring. */
export const ringLabel = (percent: number, members: number): string =>
  `${percent}% funded by ${members} ${members === 1 ? 'member' : 'members'}`
