import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { acceptCharter, readCurrentCharter, requireRead } from '#server/shared/decisions/charters.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { closeDue, type Site } from '#server/shared/motions/close-due.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'

/** A member agrees to the current version of the charter, which is newer than the one they joined by. Idempotent. */
export async function acceptCurrentCharter(tx: Tx, actor: Actor, circleId: string, readVersion: number, site: Site): Promise<void> {
  await lockCircleAs(tx, circleId, actor, ({ isMember }) => isMember)
  await closeDue(tx, circleId, site)
  await requireNotEnded(tx, circleId)
  const charter = await readCurrentCharter(tx, circleId)
  requireRead(charter, readVersion)
  // Looked up after `closeDue`, which may have released the member.
  const membership = await tx
    .selectFrom('memberships')
    .select('id')
    .where('circle_id', '=', circleId)
    .where('user_id', '=', actor.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!membership) throw new Refusal('membership_not_found')
  await acceptCharter(tx, { circleId, membershipId: membership.id, userId: actor.id }, charter)
  await writeAudit(tx, { act: 'charter.accepted', by: actor, subject: ['circle', circleId], facts: { version: charter.version } })
  await publishCircleChange(tx, circleId, 'circle')
}
