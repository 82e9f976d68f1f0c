import type { Tx } from '#server/db/connect.ts'
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
