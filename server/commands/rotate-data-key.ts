import type { Database } from '#server/db/connect.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import { openDetails, sealDetails } from '#server/shared/pay-details/seal.ts'
import { CommandError } from './failure.ts'

/** Encrypts all details of where to pay with the current key, in one transaction. Returns how many had another one. */
export async function rotateDataKey(db: Database, keys: DataKeys): Promise<number> {
  const { current } = keys
  if (!current) throw new CommandError('DATA_KEY is not set. Set it to the new key, and DATA_KEY_OLD to the one until now.')
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('pay_details')
      .select(['id', 'circle_id', 'bank_account_id', 'key_id', 'sealed'])
      .where('key_id', '<>', current.id)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const row of rows) {
      if (!keys.byId.has(row.key_id))
        throw new CommandError('Some details have a third key. Set DATA_KEY_OLD to the one that encrypted them.')
      const place = { id: row.id, circleId: row.circle_id, bankAccountId: row.bank_account_id }
      const { keyId, sealed } = sealDetails(keys, place, openDetails(keys, place, { keyId: row.key_id, sealed: row.sealed }))
      await tx.updateTable('pay_details').set({ key_id: keyId, sealed }).where('id', '=', row.id).execute()
    }
    await writeAudit(tx, { act: 'data_key.rotated', by: { id: null, origin: null }, facts: { count: rows.length } })
    return rows.length
  })
}
