import type { Tx } from '#server/db/connect.ts'
import { sendTogether } from '#server/db/transaction.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { closeDue, hasDue, type Site } from './close-due.ts'

/**
 * Locks the circle, closes what is due and reads what an act is decided on: in one round trip if nothing is due, so that others wait
 * less for the circle. `read` only reads; it is called again after something was closed.
 */
export async function lockAndRead<Facts>(tx: Tx, circleId: string, site: Site, read: () => Promise<Facts>): Promise<Facts> {
  const [, isDue, facts] = await sendTogether([lockCircle(tx, circleId), hasDue(tx, circleId), read()])
  if (!isDue) return facts
  await closeDue(tx, circleId, site)
  return read()
}
