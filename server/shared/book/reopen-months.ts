import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'

type Reopening = { readonly circleId: string; readonly month: string; readonly recordId: string }

/**
 * What a passed motion to reopen does: its month and every closed month after it are open again, because months are closed in sequence. Their
 * closings stay on record. A month that waited for a confirmation comes after them, so it does not wait any more. The caller has locked the
 * circle.
 */
export async function reopenMonths(tx: Tx, { circleId, month, recordId }: Reopening): Promise<void> {
  await sql`
    insert into month_reopenings (circle_id, month, ordinal, record_id)
    select circle_id, month, ordinal, ${recordId} from closed_months where circle_id = ${circleId} and month >= ${`${month}-01`}::date`.execute(
    tx,
  )
  await sql`update month_offers set ended_at = clock_timestamp() where circle_id = ${circleId} and ended_at is null`.execute(tx)
  const by = { id: null, origin: null }
  await writeAudit(tx, { act: 'month.reopened', by, subject: ['circle', circleId], facts: { month, record: recordId } })
  await publishCircleChange(tx, circleId, 'money')
}
