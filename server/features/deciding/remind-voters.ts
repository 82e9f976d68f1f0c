import { sql } from 'kysely'
import { reminderNotices } from '#domain/notice-period.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { findNonVoters, mailMembers, type Subject } from '#server/shared/deciding/mail-members.ts'
import { lockLiveCircle } from '#server/shared/ledger/lock-arcs.ts'
import { notify } from '#server/shared/notices/notify.ts'

type Near = Subject & { readonly closesAt: Date }

/**
 * What closes soon and whose reminder was not sent yet. `held_before` is one notice period before closing. In seconds, because days in an
 * interval follow the session's time zone. A motion may be changed until its first vote, and then have another closing date. A reminder for
 * that is sent a notice period after the last one at the earliest, or a proposer could have reminders sent at will.
 */
async function findNear(db: Database | Tx, circleId: string | null): Promise<Near[]> {
  const notice = sql`extract(epoch from open.closes_at - open.held_before)::float8`
  const { rows } = await sql<Near>`
    select open.circle_id as "circleId", open.property_id as "propertyId", open.motion_id as "motionId", open.name, open.closes_at as "closesAt"
    from open_decisions as open
    left join decisions on decisions.property_id = open.property_id
    left join motion_reminders on motion_reminders.motion_id = open.motion_id
    where open.closes_at > now() and open.closes_at - make_interval(secs => ${reminderNotices}::float8 * ${notice}) <= now()
      and decisions.reminded_at is null
      and (motion_reminders.at is null or extract(epoch from clock_timestamp() - motion_reminders.at) > ${notice})
      and (${circleId}::uuid is null or open.circle_id = ${circleId}::uuid)
    order by open.closes_at, open.property_id, open.motion_id`.execute(db)
  return rows
}

async function markReminded(tx: Tx, { propertyId, motionId }: Subject): Promise<void> {
  const at = sql<Date>`clock_timestamp()`
  if (propertyId) await tx.updateTable('decisions').set({ reminded_at: at }).where('property_id', '=', propertyId).execute()
  if (motionId)
    await tx
      .insertInto('motion_reminders')
      .values({ motion_id: motionId, at })
      .onConflict((conflict) => conflict.column('motion_id').doUpdateSet({ at }))
      .execute()
}

async function remind(tx: Tx, near: Near, publicUrl: string): Promise<void> {
  const { circleId, propertyId, motionId, closesAt } = near
  await markReminded(tx, near)
  const silent = await findNonVoters(tx, near)
  await notify(
    tx,
    silent,
    propertyId ? { kind: 'vote_waits', circleId, propertyId, facts: { why: 'closing' } } : { kind: 'motion_waits', circleId, motionId },
  )
  await mailMembers(tx, near, silent, { mail: 'reminder', closesAt }, publicUrl)
}

/** Reminds members who may vote and have not, once, a notice period before closing; also by mail. */
export async function remindVoters(db: Database, publicUrl: string): Promise<void> {
  for (const circleId of new Set((await findNear(db, null)).map((near) => near.circleId))) {
    await db.transaction().execute(async (tx) => {
      // Of two processes the second one waits here, and then finds nothing.
      if (!(await lockLiveCircle(tx, circleId))) return
      for (const near of await findNear(tx, circleId)) await remind(tx, near, publicUrl)
    })
  }
}
