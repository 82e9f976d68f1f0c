import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { reminderNotices } from '#domain/notice-period.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { notify } from '#server/shared/notices/notify.ts'

/** Claims a property's reminder, unless another process has it or it was sent. */
const claimReminder = (tx: Tx, propertyId: string) =>
  tx
    .updateTable('decisions')
    .set({ reminded_at: sql<Date>`now()` })
    .where('property_id', '=', propertyId)
    .where('reminded_at', 'is', null)
    .where('closed_by_record', 'is', null)
    .where('closes_at', '>', sql<Date>`now()`)
    .returning('closes_at')
    .executeTakeFirst()

/** Members who have not voted yet. */
const findNonVoters = (tx: Tx, propertyId: string) =>
  tx
    .selectFrom('properties')
    .innerJoin('circles', 'circles.id', 'properties.circle_id')
    .innerJoin('memberships', 'memberships.circle_id', 'circles.id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.first_name', 'properties.address', 'circles.id as circle_id', 'circles.title'])
    .where('properties.id', '=', propertyId)
    .where('properties.deleted_at', 'is', null)
    .where('circles.deleted_at', 'is', null)
    .where('memberships.ended_at', 'is', null)
    .where('users.status', '=', 'active')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('preferences')
            .select('preferences.user_id')
            .where('preferences.property_id', '=', propertyId)
            .whereRef('preferences.user_id', '=', 'users.id'),
        ),
      ),
    )
    .execute()

/** `held_before` is one notice period before closing. In seconds, because days in an interval follow the session's time zone. */
const reminderTime = sql<Date>`closes_at - make_interval(secs => ${reminderNotices}::float8 * extract(epoch from closes_at - held_before)::float8)`

/** Reminds members who have not voted, once, shortly before closing; also by mail. */
export async function remindVoters(db: Database, publicUrl: string): Promise<void> {
  const near = await db
    .selectFrom('decisions')
    .select('property_id')
    .where('closes_at', '>', sql<Date>`now()`)
    .where(reminderTime, '<=', sql<Date>`now()`)
    .where('reminded_at', 'is', null)
    .where('closed_by_record', 'is', null)
    .execute()
  for (const { property_id: propertyId } of near) {
    await db.transaction().execute(async (tx) => {
      const claimed = await claimReminder(tx, propertyId)
      if (!claimed?.closes_at) return
      const silent = await findNonVoters(tx, propertyId)
      const circleId = silent[0]?.circle_id ?? null
      const people = silent.map((person) => person.id)
      await notify(tx, people, { kind: 'vote_waits', circleId, propertyId, facts: { why: 'closing' } })
      for (const { id, email, first_name, address, title, circle_id } of silent) {
        if (!email) continue
        const link = `${publicUrl}${paths.circleProperty(circle_id, propertyId)}`
        const props = { firstName: first_name, address, circleTitle: title, closesAt: claimed.closes_at.toISOString(), link }
        await queueMail(tx, 'vote-reminder', { userId: id, email }, props)
      }
    })
  }
}
