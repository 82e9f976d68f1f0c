import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { removeClosingDates } from '#server/shared/deciding/closing-date.ts'
import { lapseMotions } from '#server/shared/deciding/lapse-motions.ts'
import type { MotionRow } from '#server/shared/deciding/motions.ts'
import { lapseUnposted } from '#server/shared/distributions/posting.ts'
import { deleteInvitations } from '#server/shared/invitations/invitations.ts'
import { writeLedger } from '#server/shared/ledger/write-ledger.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { endOffers } from '#server/shared/offers/end-offers.ts'
import { dateStage } from '#server/shared/stages/stages.ts'

async function freeArcs(tx: Tx, circleId: string): Promise<void> {
  const held = await tx
    .selectFrom('arcs')
    .innerJoin('memberships', 'memberships.id', 'arcs.membership_id')
    .select(['arcs.number', 'arcs.price', 'memberships.id', 'memberships.user_id'])
    .where('arcs.circle_id', '=', circleId)
    .orderBy('arcs.number')
    .execute()
  await tx.updateTable('arcs').set({ membership_id: null }).where('circle_id', '=', circleId).execute()
  for (const membershipId of new Set(held.map(({ id }) => id))) {
    const arcs = held.filter(({ id }) => id === membershipId)
    const userId = arcs[0]?.user_id ?? ''
    await writeLedger(tx, { circleId, membershipId, userId, kind: 'removed', arcs, actorId: null })
  }
}

/**
 * Ends the circle, and what lets others see it or wait for it. The memberships stay, so that members keep reading it. In `deciding` all
 * commitments end; what was bought by arcs stays written on them, because the statements are reckoned by who held them.
 */
export async function endCircle(tx: Tx, { id: motionId, circle_id: circleId, proposed_by }: MotionRow): Promise<void> {
  await endOffers(tx, circleId, 'circle_ended')
  await lapseMotions(tx, { circleId, reason: 'circle_ended' })
  await lapseUnposted(tx, circleId)
  await removeClosingDates(tx, circleId, proposed_by)
  const { holding } = await tx.selectFrom('circles').select('holding').where('id', '=', circleId).executeTakeFirstOrThrow()
  if (holding === null) await freeArcs(tx, circleId)
  await tx.updateTable('circles').set({ ended_at: sql<Date>`now()`, hide_circle: true }).where('id', '=', circleId).execute()
  await tx.deleteFrom('circle_invites').where('circle_id', '=', circleId).execute()
  await deleteInvitations(tx, { circleId })
  await tx.deleteFrom('waiting_list').where('circle_id', '=', circleId).execute()
  await tx.deleteFrom('circle_follows').where('circle_id', '=', circleId).execute()
  await dateStage(tx, circleId)
  const by = { id: null, origin: null }
  await writeAudit(tx, { act: 'circle.ended', by, subject: ['circle', circleId], facts: { motion: motionId } })
  await notify(tx, await findCirclePeople(tx, circleId), { kind: 'circle_ended', circleId })
  await publishCircleChange(tx, circleId, 'funding')
  await publishCircleChange(tx, circleId, 'circle')
}
