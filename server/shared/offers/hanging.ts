import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'

/** A transfer of an arc that is under way, or that ended after `since`. */
export type HangingArc = {
  readonly arc: number
  readonly buyer: string
  readonly seller: string
  readonly madeAt: Date
  /** When the buyer said *paid*; null before. */
  readonly paidAt: Date | null
  /** `done`: the arc is the buyer's; `ended`: it stayed with the seller; null while it is under way. */
  readonly end: 'done' | 'ended' | null
  readonly endedAt: Date | null
}

/**
 * Every arc of the circle with a transfer that is not over and, with `since`, those whose transfers ended at that moment or later; per arc in
 * the order in which they were made. What stands between *paid* and *received* has `paidAt` and no `end`.
 */
export async function readHangingTransfers(tx: Database | Tx, circleId: string, since: Date | null = null): Promise<HangingArc[]> {
  const { rows } = await sql<HangingArc>`
    select arc_transfer_arcs.arc, arc_transfers.buyer, offers.seller, arc_transfers.made_at as "madeAt", paid.at as "paidAt",
      case when ended.how in ('received', 'settled_done') then 'done' when ended.how is not null then 'ended' end as "end",
      ended.at as "endedAt"
    from arc_transfers
    join offers on offers.id = arc_transfers.offer_id
    join arc_transfer_arcs on arc_transfer_arcs.transfer_id = arc_transfers.id
    left join arc_transfer_events paid on paid.transfer_id = arc_transfers.id and paid.kind = 'paid'
    left join arc_transfer_ends ended on ended.transfer_id = arc_transfers.id
    where arc_transfers.circle_id = ${circleId} and (ended.at is null or ended.at >= ${since}::timestamptz)
    order by arc_transfer_arcs.arc, arc_transfers.made_at, arc_transfers.id`.execute(tx)
  return rows
}
