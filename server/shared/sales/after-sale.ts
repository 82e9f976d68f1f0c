import type { Tx } from '#server/db/connect.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { isSold } from './sales.ts'

type Booking = { readonly day: string; readonly bookedBy: string }

/**
 * What is booked on the property after its sale, such as a part of an earlier cost that comes back, belongs to the sale: the circle has no
 * property any more. The caller has locked the circle.
 */
export async function moveToSale(tx: Tx, circleId: string, { day, bookedBy }: Booking): Promise<void> {
  if (!(await isSold(tx, circleId))) return
  const left = (await readBalances(tx, circleId)).get('property') ?? 0
  if (left === 0) return
  await writeEntry(tx, {
    circleId,
    kind: 'sale_rest',
    day,
    lines: [
      { account: 'sale', amountCents: left },
      { account: 'property', amountCents: -left },
    ],
    bookedBy,
    words: 'Of the property that is sold',
  })
}
