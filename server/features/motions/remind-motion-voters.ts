import { sql } from 'kysely'
import { hasWeight } from '#domain/motions.ts'
import { reminderNotices } from '#domain/notice-period.ts'
import { holdersAt } from '#domain/weights.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { mailsAbout } from '#server/shared/motions/mail-members.ts'
import { isOpen, type MotionRow, ruleOf, selectOpenMotions } from '#server/shared/motions/motions.ts'
import { notify } from '#server/shared/notices/notify.ts'

/** `held_before` is one notice period before closing. In seconds, because days in an interval follow the session's time zone. */
const reminderTime = sql<Date>`motions.closes_at
  - make_interval(secs => ${reminderNotices}::float8 * extract(epoch from motions.closes_at - motions.held_before)::float8)`

/**
 * A motion may be changed until its first vote, and then have another closing date. A reminder for that is sent a notice period after the
 * last one at the earliest, or a proposer could have reminders sent at will.
 */
const isReminderDue = sql<boolean>`(motion_reminders.at is null or
  extract(epoch from clock_timestamp() - motion_reminders.at) > extract(epoch from motions.closes_at - motions.held_before))`

/** Open motions that close soon and whose reminder was not sent yet. */
const findNear = (db: Database) =>
  db
    .selectFrom('motions')
    .innerJoin('circles', 'circles.id', 'motions.circle_id')
    .leftJoin('motion_closings', 'motion_closings.motion_id', 'motions.id')
    .leftJoin('motion_withdrawals', 'motion_withdrawals.motion_id', 'motions.id')
    .leftJoin('motion_reminders', 'motion_reminders.motion_id', 'motions.id')
    .select(['motions.id', 'motions.circle_id'])
    .where('circles.deleted_at', 'is', null)
    .where('motions.closes_at', '>', sql<Date>`now()`)
    .where(reminderTime, '<=', sql<Date>`now()`)
    .where('motion_closings.motion_id', 'is', null)
    .where('motion_withdrawals.motion_id', 'is', null)
    .where(isReminderDue)
    .execute()

/** Of two processes one writes the row and sends the reminder. */
const claimReminder = (tx: Tx, motionId: string) =>
  tx
    .insertInto('motion_reminders')
    .values({ motion_id: motionId })
    .onConflict((conflict) =>
      conflict
        .column('motion_id')
        .doUpdateSet({ at: sql<Date>`clock_timestamp()` })
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('motions').select('motions.id').whereRef('motions.id', '=', 'motion_reminders.motion_id').where(isReminderDue)),
        ),
    )
    .returning('motion_id')
    .executeTakeFirst()

/** Members whose vote counts, or soon will, and is missing. */
async function findNonVoters(tx: Tx, motion: MotionRow): Promise<string[]> {
  const rule = ruleOf(motion)
  const voters = motion.votes.map(({ user }) => user)
  return holdersAt(await readHoldings(tx, motion.circle_id), motion.held_before.getTime())
    .filter((holder) => hasWeight(rule, holder))
    .map(({ user }) => user)
    .filter((user) => !voters.includes(user) && !motion.conflicted.includes(user))
}

/** Reminds members who may vote and have not, once, a notice period before closing; also by mail. */
export async function remindMotionVoters(db: Database, publicUrl: string): Promise<void> {
  for (const { id, circle_id: circleId } of await findNear(db)) {
    await db.transaction().execute(async (tx) => {
      const claimed = await claimReminder(tx, id)
      const motion = claimed && (await selectOpenMotions(tx, circleId).where('motions.id', '=', id).executeTakeFirst())
      if (!motion || !isOpen(motion)) return
      const silent = await findNonVoters(tx, motion)
      await notify(tx, silent, { kind: 'motion_waits', circleId, motionId: id })
      for (const { to, words } of await mailsAbout(tx, motion, silent, publicUrl))
        await queueMail(tx, 'motion-reminder', to, { ...words, closesAt: motion.closes_at.toISOString() })
    })
  }
}
