import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { writeMotionRecord } from '#server/shared/decisions/write-record.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findMotion, findOpenMotion, lockAsMember, type MotionPlace } from './find-motion.ts'
import type { Proposing } from './propose-motion.ts'
import { closeIfEveryoneVoted } from './vote-on-motion.ts'

/** A member says of themself that they profit from a spend: their arcs are left out. Nobody says it of another, to silence them. */
export async function declareConflict(tx: Tx, actor: Actor, place: MotionPlace, proposing: Proposing): Promise<void> {
  await lockAsMember(tx, place.circleId, actor, proposing)
  const motion = await findOpenMotion(tx, place)
  if (motion.kind !== 'spend') throw new Refusal('not_allowed')
  if (motion.conflicted.includes(actor.id)) return
  await tx.insertInto('motion_conflicts').values({ motion_id: motion.id, user_id: actor.id, declared_by: actor.id }).execute()
  await writeMotionRecord(tx, { id: newId(), motion, kind: 'motion_conflict', actorId: actor.id }, null)
  await writeAudit(tx, { act: 'motion.conflict_declared', by: actor, subject: ['motion', motion.id], facts: { circle: place.circleId } })
  await publishCircleChange(tx, place.circleId, 'motions')
  await closeIfEveryoneVoted(tx, await findMotion(tx, place), proposing)
}
