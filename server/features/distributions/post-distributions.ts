import type { Database } from '#server/db/connect.ts'
import { transaction } from '#server/db/transaction.ts'
import { closeDue, type Site } from '#server/shared/closing/close-due.ts'
import { findWaitingCircles, settleWaiting } from '#server/shared/distributions/posting.ts'
import { lockLiveCircle } from '#server/shared/ledger/lock-arcs.ts'

/** Posts distributions that wait for cash, lapses those whose time is over, and books parts whose transfer has ended. Runs every minute. */
export async function postDistributions(db: Database, site: Site): Promise<void> {
  for (const circleId of await findWaitingCircles(db)) {
    await transaction(db, async (tx) => {
      if (!(await lockLiveCircle(tx, circleId))) return
      await closeDue(tx, circleId, site)
      await settleWaiting(tx, circleId, site)
    })
  }
}
