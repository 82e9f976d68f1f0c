import type { Tx } from '#server/db/connect.ts'
import { sendTogether } from '#server/db/transaction.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { afterClosing, hasDue, type Site } from './close-due.ts'

/** `lockCircle` and `closeDueFirst`, and in the same round trip what an act is decided on, so that others wait less for the circle. */
export async function lockAndRead<Facts>(tx: Tx, circleId: string, site: Site, read: () => Promise<Facts>): Promise<Facts> {
  const [, isDue, facts] = await sendTogether([lockCircle(tx, circleId), hasDue(tx, circleId), read()])
  if (isDue) throw afterClosing(circleId, site)
  return facts
}
