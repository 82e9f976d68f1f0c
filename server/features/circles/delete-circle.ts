import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { sharesAvailable } from '#domain/arcs.ts'
import { recordAct } from '#server/db/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { tellCircle } from '#server/db/live.ts'
import { lockArcs } from '#server/db/lock-arcs.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'

/** Hides a circle everywhere and keeps its record; its members are told. */
export async function deleteCircle(tx: Tx, actor: Actor, circleId: string): Promise<void> {
  if (!isId(circleId)) throw new Refusal('circle_not_found')
  const circle = await tx
    .updateTable('circles')
    .set({ deleted_at: sql<Date>`now()` })
    .where('id', '=', circleId)
    .where('deleted_at', 'is', null)
    .returning('title')
    .executeTakeFirst()
  if (!circle) throw new Refusal('circle_not_found')
  const members = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.first_name'])
    .where('memberships.circle_id', '=', circleId)
    .where('memberships.ended_at', 'is', null)
    .execute()
  for (const member of members) {
    if (!member.email || member.id === actor.id) continue
    const props = { firstName: member.first_name, circleTitle: circle.title }
    await queueMail(tx, 'circle-deleted', { userId: member.id, email: member.email }, props)
  }
  await tx.deleteFrom('waiting_list').where('circle_id', '=', circleId).execute()
  await recordAct(tx, { act: 'circle.deleted', by: actor, subject: ['circle', circleId] })
  await tellCircle(tx, circleId, 'circle')
}

/** An owner may call a circle off until its members have all they came for. */
export async function deleteOwnCircle(tx: Tx, actor: Actor, circleId: string): Promise<void> {
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
