import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { searchWords } from '#domain/search-chips.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { belongsTo } from '#server/shared/circle-people/circle-people.ts'
import { filterOfSaved } from '#server/shared/circles/saved-filter.ts'
import { isVisible } from './circle-filter.ts'

const maxListed = 20

type Match = { readonly saved_search_id: string; readonly circle_id: string }

/** Under a lock, so that parallel or repeated runs never mail a match twice. Also those that nobody wants mailed: they don't wait for later. */
const claimMatches = async (tx: Tx, userId: string): Promise<Match[]> =>
  tx
    .updateTable('saved_search_matches')
    .set({ mailed_at: sql<Date>`now()` })
    .where('mailed_at', 'is', null)
    .where('saved_search_id', 'in', tx.selectFrom('saved_searches').select('id').where('user_id', '=', userId))
    .returning(['saved_search_id', 'circle_id'])
    .execute()

/** The claimed matches of searches with mails, of circles that can still be seen and that the person has not joined. */
async function readMailable(tx: Tx, userId: string, claimed: readonly Match[]) {
  const { rows } = await sql<{ id: string; title: string; address: string }>`
    select distinct on (circles.id) circles.id, circles.title, saved_searches.address
    from unnest(${claimed.map((match) => match.saved_search_id)}::uuid[], ${claimed.map((match) => match.circle_id)}::uuid[]) as match (search, circle)
    join saved_searches on saved_searches.id = match.search and saved_searches.by_mail
    join circles on circles.id = match.circle and ${isVisible}
    where not ${belongsTo(sql.ref('circles.id'), userId)}
    order by circles.id desc, saved_searches.created_at`.execute(tx)
  return rows
}

async function sendSearchMail(tx: Tx, userId: string, publicUrl: string): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['first_name', 'email'])
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  const claimed = await claimMatches(tx, userId)
  if (!person?.email) return
  const found = await readMailable(tx, userId, claimed)
  if (found.length === 0) return
  const circles = found.slice(0, maxListed).map(({ id, title, address }) => ({
    title,
    search: searchWords(filterOfSaved(address)),
    link: `${publicUrl}${paths.circlePublic(id)}`,
  }))
  const links = { link: `${publicUrl}${paths.findCircles}`, settingsLink: `${publicUrl}${paths.profile}` }
  await queueMail(
    tx,
    'search-matches',
    { userId, email: person.email },
    { firstName: person.first_name, count: found.length, circles, ...links },
  )
}

/** One mail for each person with new matches, each in its own transaction. */
export async function sendSearchMails(db: Database, publicUrl: string): Promise<void> {
  const people = await db
    .selectFrom('saved_search_matches')
    .innerJoin('saved_searches', 'saved_searches.id', 'saved_search_matches.saved_search_id')
    .select('saved_searches.user_id')
    .distinct()
    .where('saved_search_matches.mailed_at', 'is', null)
    .orderBy('saved_searches.user_id')
    .execute()
  for (const { user_id } of people) await db.transaction().execute((tx) => sendSearchMail(tx, user_id, publicUrl))
}
