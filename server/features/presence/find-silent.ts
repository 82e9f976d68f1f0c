import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { isSilentNow, isWarningDue, type Presence, silenceWarningDays } from '#domain/silent.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { transaction } from '#server/db/transaction.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Closing } from '#server/shared/closing/close-early.ts'
import { recountFor } from '#server/shared/presence/recount-for.ts'

const holdsArcs = sql<boolean>`exists (select from memberships
  join circles on circles.id = memberships.circle_id and circles.deleted_at is null and circles.ended_at is null
  where memberships.user_id = users.id and memberships.ended_at is null
    and exists (select from arcs where arcs.membership_id = memberships.id))`

/** Members who have no last request yet, such as those of earlier versions: for them the time begins now. */
const beginCounting = (db: Database) =>
  sql`insert into last_requests (user_id) select users.id from users where users.deleted_at is null and ${holdsArcs}
    and not exists (select from last_requests where user_id = users.id) on conflict do nothing`.execute(db)

async function findAway(db: Database, noticeSeconds: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('last_requests', 'last_requests.user_id', 'users.id')
    .select('users.id')
    .where('users.deleted_at', 'is', null)
    .where(holdsArcs)
    .where(sql<boolean>`last_requests.at <= clock_timestamp() - ${silenceWarningDays[0] * noticeSeconds} * interval '1 second'`)
    .where(sql<boolean>`not exists (select from silences where silences.user_id = users.id and ended_at is null)`)
    .orderBy('users.id')
    .execute()
  return rows.map(({ id }) => id)
}

type Person = Presence & { readonly email: string | null; readonly firstName: string }

/** Locks the row of the last request, which a request that comes at the same moment waits for. */
async function readPresence(tx: Tx, userId: string): Promise<Person | null> {
  const seen = await tx.selectFrom('last_requests').select('at').where('user_id', '=', userId).forUpdate().executeTakeFirst()
  const person = await tx
    .selectFrom('users')
    .select(['email', 'first_name', 'status', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!seen || !person || person.deleted_at) return null
  // A mail that failed told nothing, so it is sent again.
  const warnings = await tx
    .selectFrom('silence_warnings')
    .leftJoin('mails', 'mails.id', 'silence_warnings.mail_id')
    .select('silence_warnings.at')
    .where('silence_warnings.user_id', '=', userId)
    .where(sql<boolean>`mails.status is distinct from 'failed'`)
    .orderBy('silence_warnings.at')
    .execute()
  return {
    lastRequestAt: seen.at.getTime(),
    warnedAt: warnings.map(({ at }) => at.getTime()),
    isSuspended: person.status === 'suspended',
    email: person.email,
    firstName: person.first_name,
  }
}

async function warn(tx: Tx, userId: string, { email, firstName }: Person, publicUrl: string): Promise<void> {
  if (!email) return
  const mailId = await queueMail(tx, 'you-are-missed', { userId, email }, { firstName, link: `${publicUrl}${paths.dashboard}` })
  if (mailId) await tx.insertInto('silence_warnings').values({ user_id: userId, mail_id: mailId }).execute()
}

/** Sends the mail that is due, or marks the person as silent. Says whether they became it. */
const look =
  (userId: string, { publicUrl, noticeSeconds }: Closing) =>
  async (tx: Tx): Promise<boolean> => {
    const person = await readPresence(tx, userId)
    if (!person) return false
    const now = (await readDatabaseClock(tx)).getTime()
    if (isWarningDue(person, now, noticeSeconds)) await warn(tx, userId, person, publicUrl)
    if (!isSilentNow(person, now, noticeSeconds)) return false
    await tx
      .insertInto('silences')
      .values({ id: newId(), user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await writeAudit(tx, { act: 'member.silent', by: { id: null, origin: null }, subject: ['user', userId], facts: {} })
    return true
  }

/** A suspended person cannot give a sign of life, so they are not silent. */
async function endSilenceOfSuspended(db: Database): Promise<string[]> {
  const ended = await db
    .updateTable('silences')
    .set({ ended_at: sql<Date>`clock_timestamp()` })
    .where('ended_at', 'is', null)
    .where('user_id', 'in', db.selectFrom('users').select('id').where('status', '=', 'suspended'))
    .returning('user_id')
    .execute()
  return ended.map(({ user_id }) => user_id)
}

/** Tells members who have been away for long what that means, and leaves them out of counts after a while. Runs every few minutes. */
export async function findSilent(db: Database, site: Closing): Promise<void> {
  await beginCounting(db)
  for (const userId of await endSilenceOfSuspended(db)) await recountFor(db, userId, site)
  for (const userId of await findAway(db, site.noticeSeconds)) {
    if (await transaction(db, look(userId, site))) await recountFor(db, userId, site)
  }
}
