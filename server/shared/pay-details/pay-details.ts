import { sql } from 'kysely'
import { type NamedDetails, type PayEventKind, usableDetails } from '#domain/where-to-pay.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** A place money is paid to: an account of the circle, or (null) the title company of its present purchase. */
export type Place = { readonly circleId: string; readonly bankAccountId: string | null }

export type DetailsRow = NamedDetails & { readonly bankAccountId: string | null }

/** Named details of a circle with their events. Of the title company only those of the latest purchase: the next may have another one. */
export async function readNamedDetails(db: Database | Tx, circleId: string): Promise<readonly DetailsRow[]> {
  const rows = await db
    .selectFrom('pay_details')
    .select(['id', 'bank_account_id', 'named_by', 'named_at'])
    .where('circle_id', '=', circleId)
    .where((where) =>
      where.or([
        where('bank_account_id', 'is not', null),
        where(
          'acquisition_id',
          '=',
          where
            .selectFrom('acquisitions')
            .select('acquisitions.id')
            .where('acquisitions.circle_id', '=', circleId)
            .orderBy('started_at', 'desc')
            .limit(1),
        ),
      ]),
    )
    .orderBy('named_at')
    .orderBy('id')
    .execute()
  const events = await db
    .selectFrom('pay_detail_events')
    .innerJoin('pay_details', 'pay_details.id', 'pay_detail_events.pay_detail_id')
    .select(['pay_detail_id', 'kind', 'by', 'at'])
    .where('circle_id', '=', circleId)
    // Times are rounded to milliseconds; ids are in order of time.
    .orderBy('at')
    .orderBy('pay_detail_events.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    bankAccountId: row.bank_account_id,
    namedBy: row.named_by,
    namedAt: row.named_at.getTime(),
    events: events
      .filter((event) => event.pay_detail_id === row.id)
      .map(({ kind, by, at }) => ({ kind: kind as PayEventKind, by, at: at.getTime() })),
  }))
}

/** The database's clock, by which events are dated. */
export async function readNow(db: Database | Tx): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (rows[0]?.now ?? new Date()).getTime()
}

/**
 * Whether money may be paid there now: confirmed, waited for, not stopped. Tests make such details with
 * `server/testing/where-to-pay.ts`.
 */
export async function isWhereToPayUsable(
  db: Database | Tx,
  circleId: string,
  bankAccountId: string | null,
  noticeSeconds: number,
): Promise<boolean> {
  const all = (await readNamedDetails(db, circleId)).filter((details) => details.bankAccountId === bankAccountId)
  return usableDetails(all, { now: await readNow(db), noticeSeconds }) !== null
}
