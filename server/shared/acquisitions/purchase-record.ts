import { factColumns } from '#domain/property-facts.ts'
import type { Tx } from '#server/db/connect.ts'
import { readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { writeRecord } from '#server/shared/deciding/write-record.ts'

type PurchaseEvent = {
  readonly circleId: string
  readonly acquisitionId: string
  readonly kind: 'buying_started' | 'bought' | 'given_up' | 'sold'
  /** Null: the circle, by a motion. */
  readonly actorId: string | null
}

/** Appends to the decision record that buying began, how it ended, or that it was sold, with the property and the count as it was decided on. */
export async function writePurchaseRecord(tx: Tx, { circleId, acquisitionId, kind, actorId }: PurchaseEvent): Promise<string> {
  const about = await tx
    .selectFrom('decision_record')
    .innerJoin('acquisitions', 'acquisitions.record_id', 'decision_record.id')
    .select(['decision_record.property_id', 'address', 'city', 'state_name', 'zip_code', 'url', 'decision_record.price', 'image_key'])
    .select(factColumns.map((column) => `decision_record.${column}` as const))
    .select(['decision_record.state', 'held', 'voted', 'invest', 'watch_list', 'veto', 'late'])
    .where('acquisitions.id', '=', acquisitionId)
    .executeTakeFirstOrThrow()
  const charter = await readCurrentCharter(tx, circleId)
  return writeRecord(tx, { circleId, kind, cause: 'acquisition', actorId, charter, about })
}
