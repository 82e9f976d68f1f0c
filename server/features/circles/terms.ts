import { Refusal } from '#contract/errors.ts'
import { arcsForOwnerAmount, priceArcs, shareCount } from '#domain/arcs.ts'
import type { MinimumShareSize } from '#domain/choices.ts'
import type { Dollars } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import { writeLedger } from '#server/shared/ledger/write-ledger.ts'

/** Creates the circle's arcs; none without a target or a share size. */
export async function createArcs(tx: Tx, circleId: string, target: Dollars | null, size: MinimumShareSize | null): Promise<void> {
  const prices = size ? priceArcs(target, shareCount(size)) : []
  if (prices.length === 0) return
  const rows = prices.map((price, index) => ({ circle_id: circleId, number: index + 1, price }))
  await tx.insertInto('arcs').values(rows).execute()
}

type OwnerPurchase = {
  readonly circleId: string
  readonly membershipId: string
  readonly ownerId: string
  readonly amount: Dollars
  readonly actorId: string
}

/** Gives the owner the first arcs that the amount pays for, and writes the ledger. */
export async function giveOwnerArcs(tx: Tx, { circleId, membershipId, ownerId, amount, actorId }: OwnerPurchase): Promise<void> {
  const arcs = await tx.selectFrom('arcs').select(['number', 'price']).where('circle_id', '=', circleId).orderBy('number').execute()
  const target = arcs.reduce((sum, arc) => sum + arc.price, 0)
  const decision = arcsForOwnerAmount(target, arcs.length, amount)
  if (!decision.ok) throw new Refusal('not_a_whole_number_of_arcs')
  const bought = arcs.slice(0, decision.value)
  const numbers = bought.map((arc) => arc.number)
  await tx
    .updateTable('arcs')
    .set({ membership_id: membershipId })
    .where('circle_id', '=', circleId)
    .where('number', 'in', numbers)
    .execute()
  await writeLedger(tx, { circleId, membershipId, userId: ownerId, kind: 'bought', arcs: bought, actorId })
}

/** Takes all arcs back from the owner and deletes them, before arcs for new terms are created. */
export async function deleteArcs(
  tx: Tx,
  circleId: string,
  owner: { membershipId: string; userId: string },
  actorId: string,
): Promise<void> {
  const held = await tx
    .selectFrom('arcs')
    .select(['number', 'price'])
    .where('membership_id', '=', owner.membershipId)
    .orderBy('number')
    .execute()
  await writeLedger(tx, { circleId, ...owner, kind: 'removed', arcs: held, actorId })
  await tx.deleteFrom('arcs').where('circle_id', '=', circleId).execute()
}
