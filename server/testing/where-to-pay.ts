import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'

type Ready = {
  readonly circleId: string
  /** Null: the title company, for this purchase. */
  readonly bankAccountId: string | null
  readonly acquisitionId?: string
  readonly namedBy: string
  readonly confirmedBy: string
}

/** Details that were named and confirmed ten days ago, so that money may be paid there. What is encrypted cannot be read. */
export async function insertUsableDetails(db: Database, { circleId, bankAccountId, acquisitionId, namedBy, confirmedBy }: Ready) {
  const [id, past] = [newId(), new Date(Date.now() - 10 * 86_400_000)]
  const place = bankAccountId ? { bank_account_id: bankAccountId } : { acquisition_id: acquisitionId ?? '' }
  await db
    .insertInto('pay_details')
    .values({ id, circle_id: circleId, ...place, named_by: namedBy, named_at: past, key_id: 'test', sealed: randomBytes(60) })
    .execute()
  await db
    .insertInto('pay_detail_events')
    .values({ id: newId(), pay_detail_id: id, kind: 'confirmed', by: confirmedBy, at: past })
    .execute()
  return id
}
