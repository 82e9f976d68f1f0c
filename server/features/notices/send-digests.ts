import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { defaultDigest } from '#domain/notices.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { selectNotices, toNotice } from '#server/shared/notices/notices.ts'

const maxListed = 20

/**
 * Users whose digest is due and who have unread notices that were not mailed. The interval is slightly short, so that a digest is never a
 * day late.
 */
async function findDueUsers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from users left join notice_settings settings on settings.user_id = users.id
    where users.status = 'active' and users.deleted_at is null and users.email is not null
      and exists (select from notices where notices.user_id = users.id and read_at is null and mailed_at is null)
      and case coalesce(settings.digest, ${defaultDigest})
        when 'daily' then coalesce(settings.last_digest_at < now() - interval '20 hours', true)
        when 'weekly' then coalesce(settings.last_digest_at < now() - interval '6 days 20 hours', true)
        else false end
    order by users.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Marks the notices as mailed under a lock, so that parallel or repeated runs never mail them twice. */
async function claimNotices(tx: Tx, userId: string) {
  const taken = await tx
    .updateTable('notices')
    .set({ mailed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('mailed_at', 'is', null)
    .returning('id')
    .execute()
  if (taken.length === 0) return []
  const rows = await selectNotices(tx, userId)
    .where(
      'notices.id',
      'in',
      taken.map((row) => row.id),
    )
    .orderBy('notices.at', 'desc')
    .execute()
  return rows.map(toNotice)
}

async function sendDigest(tx: Tx, userId: string, publicUrl: string): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['first_name', 'email'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!person?.email) return
  const notices = await claimNotices(tx, userId)
  if (notices.length === 0) return
  const newest = notices.slice(0, maxListed)
  const listed = newest.map(({ words, path }) => ({ words, link: `${publicUrl}${path}` }))
  const links = { link: `${publicUrl}${paths.dashboard}`, settingsLink: `${publicUrl}${paths.profile}` }
  const props = { firstName: person.first_name, count: notices.length, notices: listed, ...links }
  // The words contain titles of motions and addresses of properties.
  const named = newest.flatMap(({ motion, property }) => [motion, property].flatMap((each) => each?._id ?? []))
  await queueMail(tx, 'digest', { userId, email: person.email }, props, named)
  const last_digest_at = sql<Date>`now()`
  await tx
    .insertInto('notice_settings')
    .values({ user_id: userId, last_digest_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_digest_at }))
    .execute()
}

/** Mails the due digests, each in its own transaction. */
export async function sendDigests(db: Database, publicUrl: string): Promise<void> {
  for (const userId of await findDueUsers(db)) await db.transaction().execute((tx) => sendDigest(tx, userId, publicUrl))
}
