import { sql } from 'kysely'
import { reversedLines } from '#domain/book-accounts.ts'
import { decideDistributionReversal } from '#domain/distributions.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readLines } from '#server/shared/book/balances.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { readPaidArcs } from './arcs.ts'
import { isReversed } from './distributions.ts'
import { standingPayment } from './payments.ts'
import { lapseDistribution } from './posting.ts'
import { tellOfDistribution } from './tell.ts'

/** Whether a posted distribution may be reversed now. */
export async function judgeReversal(db: Database | Tx, circleId: string, distributionId: string) {
  const parts = await db
    .selectFrom('distribution_parts')
    .select(['arc', 'amount_cents'])
    .where('distribution_id', '=', distributionId)
    .orderBy('arc')
    .execute()
  const { rows } = await sql`select from payout_payments where distribution_id = ${distributionId} and ${standingPayment} limit 1`.execute(
    db,
  )
  const declaredCents = (await readPaidArcs(db, circleId)).map((arc) => arc.declaredCents)
  const partCents = parts.map(({ amount_cents }) => amount_cents)
  return decideDistributionReversal({ isAnythingPaid: rows.length > 0, declaredCents, partCents })
}

type ByMotion = { readonly circleId: string; readonly distributionId: string; readonly motionId: string; readonly proposedBy: string }

/** What a passed motion to reverse does: every entry of it is reversed, unless something was paid meanwhile. The caller has locked the circle. */
export async function reverseByMotion(tx: Tx, { circleId, distributionId, motionId, proposedBy }: ByMotion): Promise<void> {
  const about = { id: distributionId, circleId, motionId }
  if (await isReversed(tx, distributionId)) return
  const decision = await judgeReversal(tx, circleId, distributionId)
  if (!decision.ok) return lapseDistribution(tx, about, decision.reason === 'distribution_paid_already' ? 'paid_meanwhile' : 'later_stands')
  await tx.insertInto('distribution_reversals').values({ distribution_id: distributionId, motion_id: motionId }).execute()
  await tx
    .updateTable('payout_marks')
    .set({ withdrawn_at: sql<Date>`clock_timestamp()` })
    .where('distribution_id', '=', distributionId)
    .where('withdrawn_at', 'is', null)
    .where('entry_id', 'is', null)
    .execute()
  const entries = await tx
    .selectFrom('distribution_payouts')
    .select('entry_id')
    .distinct()
    .where('distribution_id', '=', distributionId)
    .where('entry_id', 'is not', null)
    .orderBy('entry_id')
    .execute()
  const day = await todayIn(tx, circleId)
  for (const { entry_id } of entries) {
    if (!entry_id) continue
    const lines = reversedLines(await readLines(tx, entry_id))
    await writeEntry(tx, { circleId, kind: 'reversal', day, lines, bookedBy: proposedBy, motionId, reverses: entry_id })
  }
  await writeAudit(tx, {
    act: 'distribution.reversed',
    by: { id: null, origin: null },
    subject: ['distribution', distributionId],
    facts: { circle: circleId },
  })
  await tellOfDistribution(tx, { kind: 'distribution_reversed', circleId, distributionId })
  await publishCircleChange(tx, circleId, 'money')
}
