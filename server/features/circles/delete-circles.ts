import { Refusal } from '#contract/errors.ts'
import { sharesAvailable } from '#domain/arcs.ts'
import { mayManageCircle } from '#domain/may/circle.ts'
import { isTyped } from '#domain/typed-words.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { requireNothingOwed } from '#server/shared/book/owed.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { lockArcs, lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { deleteCircle } from '#server/shared/membership/delete-circle.ts'
import { requireStage } from '#server/shared/stages/stages.ts'

/** An owner may delete a circle until it is fully funded. */
export async function deleteOwnCircle(tx: Tx, actor: Actor, circleId: string, site: Site): Promise<void> {
  await lockCircleAs(tx, circleId, actor, mayManageCircle)
  await closeDueFirst(tx, circleId, site)
  await requireStage(tx, circleId, 'delete_own_circle')
  await requireNothingOwed(tx, circleId)
  const arcs = await lockArcs(tx, circleId)
  const hasOthers = await tx
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '!=', actor.id)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (hasOthers && arcs.length > 0 && sharesAvailable(arcs) === 0) throw new Refusal('funded_circle_stays')
  await deleteCircle(tx, actor, circleId)
}

type Deletion = { readonly circleId: string /** What the administrator has typed to confirm. */; readonly title?: string | undefined }

/** An administrator may delete any circle until it buys, and one that has ended. If it holds commitments, its title has to be typed. */
export async function deleteAnyCircle(tx: Tx, actor: Actor, { circleId, title = '' }: Deletion, site: Site): Promise<void> {
  if (!isId(circleId)) throw new Refusal('circle_not_found')
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, site)
  await requireStage(tx, circleId, 'delete_circle')
  await requireNothingOwed(tx, circleId)
  const { title: wanted } = await tx.selectFrom('circles').select('title').where('id', '=', circleId).executeTakeFirstOrThrow()
  const isCommitted = (await lockArcs(tx, circleId)).some(({ isFree }) => !isFree)
  if (isCommitted && !isTyped(title, wanted)) throw new Refusal('title_not_typed')
  await deleteCircle(tx, actor, circleId)
}
