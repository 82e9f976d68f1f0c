import type { Database, Tx } from '#server/db/connect.ts'

/** A transfer whose buyer has said *paid* and whose seller has not said *received*. */
export type Hanging = { readonly transferId: string; readonly arcs: readonly number[] }

/** The transfers of a circle that hang between *paid* and *received* now. */
export async function readHanging(_db: Database | Tx, _circleId: string): Promise<readonly Hanging[]> {
  return []
}

export type TransferOutcome = { readonly buyer: string; readonly end: 'done' | 'ended' | null }

/** What became of transfers, by id. */
export async function readTransferOutcomes(
  _db: Database | Tx,
  _transferIds: readonly string[],
): Promise<ReadonlyMap<string, TransferOutcome>> {
  return new Map()
}
