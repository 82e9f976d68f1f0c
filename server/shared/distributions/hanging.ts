import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'

/** A transfer whose buyer has said *paid* and whose seller has not said *received*. */
export type Hanging = { readonly transferId: string; readonly arcs: readonly number[] }

/** The transfers of a circle that hang between *paid* and *received* now. */
export async function readHanging(db: Database | Tx, circleId: string): Promise<readonly Hanging[]> {
  const { rows } = await sql<Hanging>`
    select arc_transfers.id as "transferId", (select array_agg(arc order by arc) from arc_transfer_arcs
      where arc_transfer_arcs.transfer_id = arc_transfers.id) as arcs
    from arc_transfers where circle_id = ${circleId}
      and exists (select from arc_transfer_events where arc_transfer_events.transfer_id = arc_transfers.id and kind = 'paid')
      and not exists (select from arc_transfer_ends where arc_transfer_ends.transfer_id = arc_transfers.id)
    order by arc_transfers.id`.execute(db)
  return rows
}

export type TransferOutcome = { readonly buyer: string; readonly end: 'done' | 'ended' | null }

/** What became of transfers, by id. */
export async function readTransferOutcomes(
  db: Database | Tx,
  transferIds: readonly string[],
): Promise<ReadonlyMap<string, TransferOutcome>> {
  if (transferIds.length === 0) return new Map()
  const { rows } = await sql<TransferOutcome & { id: string }>`
    select arc_transfers.id, buyer,
      case when how is null then null when how in ('received', 'settled_done') then 'done' else 'ended' end as "end"
    from arc_transfers left join arc_transfer_ends on arc_transfer_ends.transfer_id = arc_transfers.id
    where arc_transfers.id = any(${[...transferIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, buyer, end }) => [id, { buyer, end }]))
}
