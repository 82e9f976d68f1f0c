import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'

export type BankPurpose = 'operating' | 'deposits'

export type NewBankAccount = {
  readonly circleId: string
  readonly purpose: BankPurpose
  readonly name: string
  /** Null: opened with the acquisition. */
  readonly openedBy: string | null
}

/** Adds an account of the circle to its book. The caller has locked the circle. */
export async function openBankAccount(tx: Tx, { circleId, purpose, name, openedBy }: NewBankAccount): Promise<string> {
  const id = newId()
  await tx.insertInto('bank_accounts').values({ id, circle_id: circleId, purpose, name, opened_by: openedBy }).execute()
  return id
}

/** The accounts from which a circle sends money for its purchase, the oldest first, with what each holds by the book. */
export async function readSendingAccounts(
  db: Database | Tx,
  circleId: string,
  balances: ReadonlyMap<string, Cents>,
): Promise<{ readonly _id: string; readonly name: string; readonly cashCents: Cents }[]> {
  const accounts = await db
    .selectFrom('bank_accounts')
    .select(['id as _id', 'name'])
    .where('circle_id', '=', circleId)
    .where('purpose', '=', 'operating')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return accounts.map((account) => ({ ...account, cashCents: balances.get(`cash:${account._id}`) ?? 0 }))
}
