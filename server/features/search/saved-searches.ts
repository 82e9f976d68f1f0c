import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { savedAddress } from '#domain/saved-search.ts'
import { longestSearchAddress, mostSavedSearches } from '#domain/saved-search-limits.ts'
import { searchWords } from '#domain/search-chips.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { filterOfSaved } from '#server/shared/circles/saved-filter.ts'
import { chooseMails, readMailChoices } from '#server/shared/notices/mail-choices.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'

const selectSaved = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('saved_searches')
    .selectAll('saved_searches')
    .select(sql<number>`(select count(*) from saved_search_matches where saved_search_id = saved_searches.id)`.as('matches'))
    .where('saved_searches.user_id', '=', userId)

type Row = Awaited<ReturnType<ReturnType<typeof selectSaved>['executeTakeFirstOrThrow']>>

const toSavedSearch = ({ id, address, by_mail, matches, created_at }: Row): SavedSearch => ({
  _id: id,
  address,
  words: searchWords(filterOfSaved(address)),
  byMail: by_mail,
  matches,
  createdAt: created_at.toISOString(),
})

export async function readSavedSearches(db: Database | Tx, userId: string): Promise<SavedSearch[]> {
  const rows = await selectSaved(db, userId).orderBy('saved_searches.created_at').orderBy('saved_searches.id').execute()
  return rows.map(toSavedSearch)
}

export async function requireOwnSearch(db: Database, userId: string, id: string): Promise<void> {
  const own = isId(id) ? await selectSaved(db, userId).where('saved_searches.id', '=', id).executeTakeFirst() : undefined
  if (!own) throw new Refusal('search_not_found')
}

/** Who asks for mails here gets them, also if all mails of this kind were switched off before. */
async function switchMailsOn(tx: Tx, actor: Actor): Promise<void> {
  const { mails } = await readMailChoices(tx, actor.id)
  if (!mails.search) await chooseMails(tx, { userId: actor.id, by: actor }, { mails: { search: true } })
}

/** Idempotent: the same search is saved once. */
export async function saveSearch(tx: Tx, actor: Actor, sent: { address: string; byMail?: boolean | undefined }): Promise<SavedSearch> {
  await lockSelf(tx, actor)
  const address = savedAddress(filterOfSaved(sent.address))
  if (address === '') throw new Refusal('search_without_filters')
  if (address.length > longestSearchAddress) throw new Refusal('search_too_long')
  const before = await readSavedSearches(tx, actor.id)
  const known = before.find((search) => search.address === address)
  if (known) return sent.byMail === undefined ? known : changeSearch(tx, actor, known._id, sent.byMail)
  if (before.length >= mostSavedSearches) throw new Refusal('too_many_searches')
  const id = newId()
  const byMail = sent.byMail ?? false
  await tx.insertInto('saved_searches').values({ id, user_id: actor.id, address, by_mail: byMail }).execute()
  if (byMail) await switchMailsOn(tx, actor)
  await writeAudit(tx, { act: 'search.saved', by: actor, subject: ['user', actor.id], facts: { search: id } })
  return toSavedSearch(await selectSaved(tx, actor.id).where('saved_searches.id', '=', id).executeTakeFirstOrThrow())
}

export async function changeSearch(tx: Tx, actor: Actor, id: string, byMail: boolean): Promise<SavedSearch> {
  const changed = await tx
    .updateTable('saved_searches')
    .set({ by_mail: byMail })
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) throw new Refusal('search_not_found')
  if (byMail) await switchMailsOn(tx, actor)
  return toSavedSearch(await selectSaved(tx, actor.id).where('saved_searches.id', '=', id).executeTakeFirstOrThrow())
}

export async function deleteSearch(tx: Tx, actor: Actor, id: string): Promise<void> {
  const deleted = await tx.deleteFrom('saved_searches').where('id', '=', id).where('user_id', '=', actor.id).executeTakeFirst()
  if (deleted.numDeletedRows !== 1n) throw new Refusal('search_not_found')
  await writeAudit(tx, { act: 'search.deleted', by: actor, subject: ['user', actor.id], facts: { search: id } })
}
