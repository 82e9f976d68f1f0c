import type { AmountSign } from '#domain/bank-file.ts'
import type { Cents } from '#domain/money.ts'

/** A row of a CSV file with its amount as written, and its balance if it has one. */
export type BalanceStep = { readonly row: number; readonly day: string; readonly amountCents: Cents; readonly balanceCents: Cents | null }

export type OrderedSteps<Step> = {
  /** From old to new. */
  readonly steps: readonly Step[]
  readonly sign: AmountSign
  /** Whether a balance moves by an amount, so that the sign is proven. */
  readonly isTold: boolean
  readonly opening: Cents | null
  readonly closing: Cents | null
  /** The first balance that does not follow from the one before. */
  readonly broken: { readonly row: number; readonly differenceCents: Cents } | null
}

function follow<Step extends BalanceStep>(steps: readonly Step[], sign: AmountSign): OrderedSteps<Step> {
  const factor = sign === 'flipped' ? -1 : 1
  let [moved, opening, closing]: [Cents, Cents | null, Cents | null] = [0, null, null]
  let isTold = false
  for (const { row, amountCents, balanceCents } of steps) {
    moved += factor * amountCents
    if (balanceCents === null) continue
    const expected: Cents | null = closing === null ? null : closing + moved
    if (expected !== null && expected !== balanceCents) {
      const broken = { row, differenceCents: balanceCents - expected }
      return { steps, sign, isTold: false, opening, closing: null, broken }
    }
    if (closing === null) opening = balanceCents - moved
    else if (moved !== 0) isTold = true
    closing = balanceCents
    moved = 0
  }
  return {
    steps,
    sign,
    isTold,
    opening: opening === null ? null : opening || 0,
    closing: closing === null ? null : closing + moved,
    broken: null,
  }
}

const orders = <Step extends BalanceStep>(steps: readonly Step[]): readonly (readonly Step[])[] => {
  const byDay = (list: readonly Step[]): readonly Step[] =>
    list.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const [asIs, reversed] = [steps, steps.toReversed()]
  const isNewestFirst = (steps[0]?.day ?? '') > (steps.at(-1)?.day ?? '')
  // Some banks order by another day than the posting day, or the lines of a day from old to new below newer days.
  return [...(isNewestFirst ? [byDay(reversed), byDay(asIs)] : [byDay(asIs), byDay(reversed)]), asIs, reversed]
}

const isOneDay = (steps: readonly BalanceStep[]): boolean => new Set(steps.map(({ day }) => day)).size <= 1

/**
 * Brings rows into the order from old to new and tells whether minus is money out. Days say which end is new; within a day, and for the sign,
 * the balances do: in the right order each follows from the one before. `broken` if they do in no order. Where nothing tells the sign it is the
 * likely one. Where balances of a single day can be read in two ways ($100 in, $100 out), they tell nothing.
 */
export function orderSteps<Step extends BalanceStep>(steps: readonly Step[], likelySign: AmountSign): OrderedSteps<Step> {
  const signs: readonly AmountSign[] = likelySign === 'flipped' ? ['flipped', 'as_written'] : ['as_written', 'flipped']
  const tries = orders(steps).flatMap((order) => signs.map((sign) => follow(order, sign)))
  const fitting = tries.filter(({ broken }) => !broken)
  const [first = tries[0] ?? follow(steps, likelySign)] = fitting
  const isUnclear = isOneDay(steps) && fitting.some(({ isTold, opening }) => isTold && opening !== first.opening)
  return isUnclear ? { ...first, sign: likelySign, isTold: false, opening: null, closing: null } : first
}
