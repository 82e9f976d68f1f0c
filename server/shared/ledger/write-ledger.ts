import type { Tx } from '#server/db/connect.ts'

type LedgerKind = 'bought' | 'added' | 'removed' | 'handed_on' | 'taken_over'

type Entry = {
  readonly circleId: string
  readonly membershipId: string
  readonly userId: string
  readonly kind: LedgerKind
  readonly arcs: readonly { readonly number: number; readonly price: number }[]
  readonly actorId: string | null
  /** By which arcs were handed on. */
  readonly transferId?: string
}

/** Appends arcs that were taken or given up to the ledger. The only writer of that table. */
export async function writeLedger(tx: Tx, { circleId, membershipId, userId, kind, arcs, actorId, transferId }: Entry): Promise<void> {
  if (arcs.length === 0) return
  const amount = arcs.reduce((sum, arc) => sum + arc.price, 0)
  await tx
    .insertInto('ledger')
    .values({
      circle_id: circleId,
      membership_id: membershipId,
      user_id: userId,
      kind,
      arcs: arcs.map((arc) => arc.number).sort((a, b) => a - b),
      amount: kind === 'removed' || kind === 'handed_on' ? -amount : amount,
      actor_id: actorId,
      transfer_id: transferId ?? null,
    })
    .execute()
}
