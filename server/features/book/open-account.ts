import type { z } from 'zod'
import type { openAccountRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { openBankAccount } from '#server/shared/book/bank-accounts.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { type Booking, lockBook } from './lock-book.ts'

/** Another account of the circle, by its owner or treasurer. */
export async function openAccount(
  tx: Tx,
  actor: Actor,
  circleId: string,
  { name, purpose }: z.infer<typeof openAccountRequest>,
  booking: Booking,
): Promise<string> {
  await lockBook(tx, circleId, actor, booking)
  const isOwner = (await findRelation(tx, circleId, actor))?.isOwner
  if (!isOwner && (await readBookkeeper(tx, circleId)) !== actor.id) throw new Refusal('not_treasurer')
  const names = await tx.selectFrom('bank_accounts').select('name').where('circle_id', '=', circleId).execute()
  if (names.some((account) => account.name.toLowerCase() === name.toLowerCase())) throw new Refusal('bank_account_named_so')
  const id = await openBankAccount(tx, { circleId, purpose, name, openedBy: actor.id })
  await writeAudit(tx, { act: 'bank_account.opened', by: actor, subject: ['bank_account', id], facts: { circle: circleId, purpose } })
  await publishCircleChange(tx, circleId, 'money')
  return id
}
