import { type Balances, moneyHolders } from './book-accounts.ts'
import { labelOf } from './choices.ts'
import { formatCalendarMonth } from './dates.ts'
import { isolate } from './isolate.ts'
import { type Cents, formatCents } from './money.ts'

/**
 * What stands in the way of ending a circle: an account, per person and per bank account, that is not 0, a month that is not closed, or
 * arcs that somebody has paid for and not received.
 */
export type EndingObstacle =
  | { readonly reason: 'property' | 'loan' | 'deposits_held' | 'suspense'; readonly amountCents: Cents }
  | { readonly reason: 'held' | 'owed' | 'cash'; readonly of: string; readonly amountCents: Cents }
  | { readonly reason: 'month_open'; readonly months: readonly string[] }
  | { readonly reason: 'transfer' }

const inOrder = ['property', 'loan', 'deposits_held', 'held', 'owed', 'suspense', 'cash'] as const

/** Months are "2027-04". A circle ends only empty; nobody's debt is set off against what another is owed. */
export function endingObstacles(balances: Balances, openMonths: readonly string[]): EndingObstacle[] {
  const obstacles = inOrder.flatMap((reason) =>
    [...balances].flatMap(([key, amountCents]): EndingObstacle[] => {
      const [account, of] = key.split(/:(.*)/s)
      if (account !== reason || amountCents === 0) return []
      return reason === 'held' || reason === 'owed' || reason === 'cash'
        ? [{ reason, of: of ?? '', amountCents }]
        : [{ reason, amountCents }]
    }),
  )
  return openMonths.length === 0 ? obstacles : [...obstacles, { reason: 'month_open', months: openMonths }]
}

/** Arcs are paid for and not handed on yet. */
export const transferObstacle: EndingObstacle = { reason: 'transfer' }

/** The names of a person or bank account by id. */
type NameOf = (id: string) => string

/** Each obstacle as a sentence that says what to do. */
export function obstacleWords(obstacle: EndingObstacle, nameOf: NameOf): string {
  if (obstacle.reason === 'month_open') {
    const months = obstacle.months.map(formatCalendarMonth).join(', ')
    return obstacle.months.length === 1 ? `${months} is not closed.` : `These months are not closed: ${months}.`
  }
  if (obstacle.reason === 'transfer') return 'Someone has paid for arcs and not received them: the transfer ends first.'
  const amount = formatCents(Math.abs(obstacle.amountCents))
  switch (obstacle.reason) {
    case 'property':
      return `The circle still owns property, ${amount} in the book: record its sale.`
    case 'loan':
      return `The loan is not at 0: ${amount} is left.`
    case 'deposits_held':
      return `${amount} of tenants’ deposits is still held: pay it back or keep it.`
    case 'suspense':
      return `${amount} waits in suspense: say what it is.`
    case 'held':
      return `${labelOf(moneyHolders, obstacle.of)}: ${amount} is still there: book it when it comes back, or what they keep.`
    case 'owed':
      return obstacle.amountCents < 0
        ? `${isolate(nameOf(obstacle.of))} is owed ${amount}: pay it.`
        : `${isolate(nameOf(obstacle.of))} owes ${amount}.`
    case 'cash':
      return `${isolate(nameOf(obstacle.of))} is not at 0: ${amount} is left.`
  }
}
