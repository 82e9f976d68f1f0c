import { sql } from 'kysely'
import { z } from 'zod'
import { searchWords } from '#domain/search-chips.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { plannedEachTime } from '#server/db/prepared.ts'
import { belongsTo } from '#server/shared/circle-people/circle-people.ts'
import { filterOfSaved } from '#server/shared/circles/saved-filter.ts'
import { notifyEach } from '#server/shared/notices/notify.ts'
import { allOf, type Condition, conditionsOf, isVisible } from './circle-filter.ts'

/** What `queueSearchMatching` wrote: the circle’s row before the change, null if the change created it. */
const jobPayload = z.object({
  circle: z.string(),
  at: z.string(),
  before: z.looseObject({ hide_circle: z.boolean(), hidden_at: z.string().nullable() }).nullable(),
})
type Job = z.infer<typeof jobPayload>

/** So many addresses are judged by one statement. */
const addressesPerStatement = 250

/** A notice is a sentence; the words of a long search are cut. */
const longestWords = 200
const clip = (words: string): string => (words.length <= longestWords ? words : `${words.slice(0, longestWords - 1).toWellFormed()}…`)

type Judged = { readonly isBefore: boolean; readonly found: readonly boolean[] }

/**
 * Judges the circle, as it was and as it is, by the conditions of the search itself. A circle that is not visible now has no row. `before` has
 * been visible to others, now or earlier.
 */
async function judge(tx: Tx, { circle, before }: Job, addresses: readonly string[]): Promise<readonly Judged[]> {
  const found = addresses.map((address): Condition => {
    const conditions = conditionsOf(filterOfSaved(address))
    return sql`coalesce(${conditions.length > 0 ? allOf(conditions) : sql<boolean>`true`}, false)`
  })
  const wasSeen = before !== null && (!before.hide_circle || before.hidden_at !== null)
  const earlier = wasSeen
    ? sql`union all select true, earlier.* from jsonb_populate_record(null::circles, ${JSON.stringify(before)}::jsonb) as earlier`
    : sql``
  const { rows } = await sql<Judged>`${plannedEachTime}
    select circles.is_before as "isBefore", array[${sql.join(found)}] as found
    from (select false as is_before, circles.* from circles where circles.id = ${circle}::uuid and ${isVisible} ${earlier}) as circles`.execute(
    tx,
  )
  return rows
}

type Match = { readonly user_id: string; readonly address: string }

/**
 * Writes the new matches, each once, and returns them. Searches that found the circle before are left out, unless they were saved while it
 * was hidden; so are searches that were saved after the change, and people who belong to the circle.
 */
async function writeMatches(tx: Tx, { circle, at, before }: Job, matching: readonly string[], known: readonly string[]): Promise<Match[]> {
  const hiddenAt = before?.hide_circle ? before.hidden_at : null
  const { rows } = await sql<Match>`
    with told as (
      insert into saved_search_matches (saved_search_id, circle_id)
      select saved_searches.id, ${circle}::uuid from saved_searches join users on users.id = saved_searches.user_id
      where saved_searches.address = any(${[...matching]}::text[]) and saved_searches.created_at <= ${at}::timestamptz
        and (saved_searches.address <> all(${[...known]}::text[]) or saved_searches.created_at > ${hiddenAt}::timestamptz)
        and users.status = 'active' and users.deleted_at is null and not ${belongsTo(circle, sql.ref('saved_searches.user_id'))}
      order by saved_searches.id
      on conflict do nothing
      returning saved_search_id
    )
    select saved_searches.user_id, saved_searches.address from saved_searches join told on told.saved_search_id = saved_searches.id`.execute(
    tx,
  )
  return rows
}

async function matchAddresses(tx: Tx, job: Job, addresses: readonly string[]): Promise<void> {
  const judged = await judge(tx, job, addresses)
  const foundBy = (isBefore: boolean): string[] => {
    const found = judged.find((each) => each.isBefore === isBefore)?.found ?? []
    return addresses.filter((_address, index) => found[index])
  }
  const matching = foundBy(false)
  if (matching.length === 0) return
  const matches = await writeMatches(tx, job, matching, foundBy(true))
  const words = matches.map(({ user_id, address }) => [user_id, { search: clip(searchWords(filterOfSaved(address))) }] as const)
  await notifyEach(tx, new Map(words), { kind: 'saved_search', circleId: job.circle })
}

/** Tells saved searches of a circle that they newly find. Equal searches are judged once; a repeated run tells nobody twice. */
export async function matchSavedSearches(db: Database, payload: unknown, batch = addressesPerStatement): Promise<void> {
  const job = jobPayload.parse(payload)
  let last = ''
  for (;;) {
    const rows = await db
      .selectFrom('saved_searches')
      .select('address')
      .distinct()
      .where('address', '>', last)
      .orderBy('address')
      .limit(batch)
      .execute()
    const addresses = rows.map(({ address }) => address)
    if (addresses.length === 0) return
    await db.transaction().execute((tx) => matchAddresses(tx, job, addresses))
    last = addresses.at(-1) ?? ''
  }
}
