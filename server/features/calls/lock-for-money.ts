import { Refusal } from '#contract/errors.ts'
import { mayReadMoney } from '#domain/may/circle.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { requireDayOfBook } from '#server/shared/book/first-day.ts'
import { readMembers } from '#server/shared/calls/tell-of-calls.ts'
import { todayIn } from '#server/shared/circles/circle-zone.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

export type MoneyRoles = {
  /** Owner or treasurer, who record for others. */
  readonly keepsMoney: boolean
  readonly members: readonly string[]
}

/** Locks the circle, closes what is due, and checks again that the actor is a member of a circle that has bought or begun to buy. */
export async function lockForMoney(tx: Tx, circleId: string, actor: Actor, site: Site): Promise<MoneyRoles> {
  const { isOwner } = await lockCircleAs(tx, circleId, actor, mayReadMoney)
  await closeDueFirst(tx, circleId, site)
  await requireNotEnded(tx, circleId)
  const begun = await tx.selectFrom('acquisitions').select('id').where('circle_id', '=', circleId).limit(1).executeTakeFirst()
  if (!begun) throw new Refusal('money_not_now')
  const treasurer = await readTreasurer(tx, circleId)
  return { keepsMoney: isOwner || treasurer === actor.id, members: await readMembers(tx, circleId) }
}

export const requireKeeper = ({ keepsMoney }: MoneyRoles): void => {
  if (!keepsMoney) throw new Refusal('only_treasurer')
}

/** An account of this circle; null stands for the title company. */
export async function requireBankAccount(tx: Tx, circleId: string, accountId: string | null | undefined): Promise<string | null> {
  if (!accountId) return null
  const row = isId(accountId)
    ? await tx.selectFrom('bank_accounts').select('id').where('id', '=', accountId).where('circle_id', '=', circleId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('bank_account_not_found')
  return row.id
}

/** Money was moved on a day that has come, and that the book takes. */
export async function requirePastDay(tx: Tx, circleId: string, day: string): Promise<void> {
  if (day > (await todayIn(tx, circleId))) throw new Refusal('invalid', { fields: [{ field: 'day', message: 'The day cannot lie ahead' }] })
  await requireDayOfBook(tx, circleId, day)
}
