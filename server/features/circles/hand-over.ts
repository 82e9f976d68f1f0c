import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { closeDueFirst } from '#server/shared/closing/close-due.ts'
import { selectOpenMotions } from '#server/shared/deciding/motions.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { changeOwner } from '#server/shared/ownership/change-owner.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

type HandOver = { readonly circleId: string; readonly userId: string; readonly publicUrl: string }

export async function findOwnerId(tx: Tx, circleId: string): Promise<string | undefined> {
  const owner = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('is_owner', '=', true)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return owner?.user_id
}

/** The owner, or an administrator, hands the circle to another member. */
export async function handOver(tx: Tx, actor: Actor, { circleId, userId, publicUrl }: HandOver): Promise<void> {
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, { publicUrl })
  await requireNotEnded(tx, circleId)
  if (!(await changeOwner(tx, { circleId, userId, by: actor, publicUrl }))) throw new Refusal('new_owner_unfit')
  const asksToLeave = await selectOpenMotions(tx, circleId)
    .where('motions.kind', '=', 'release')
    .where('motions.proposed_by', '=', userId)
    .executeTakeFirst()
  if (asksToLeave) throw new Refusal('asks_to_be_released')
}
