import { mayDecide } from '#domain/may/circle.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { agreeToCharter, readCurrentCharter, requireRead } from '#server/shared/deciding/charters.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

/** A member agrees to the current version of the charter, which is newer than the one they joined by. Idempotent. */
export async function acceptCurrentCharter(tx: Tx, actor: Actor, circleId: string, readVersion: number, site: Site): Promise<void> {
  await lockCircleAs(tx, circleId, actor, mayDecide)
  await closeDueFirst(tx, circleId, site)
  await requireNotEnded(tx, circleId)
  requireRead(await readCurrentCharter(tx, circleId), readVersion)
  // After `closeDueFirst`, which may have released the member.
  await agreeToCharter(tx, actor, circleId)
  await publishCircleChange(tx, circleId, 'circle')
}
