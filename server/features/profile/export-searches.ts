import type { Export } from '#contract/export.ts'
import { searchWords } from '#domain/search-chips.ts'
import type { Tx } from '#server/db/connect.ts'
import { filterOfSaved } from '#server/shared/circles/saved-filter.ts'
import { titleFor } from './export-visible.ts'

const readMatches = (tx: Tx, userId: string) =>
  tx
    .selectFrom('saved_search_matches')
    .innerJoin('saved_searches', 'saved_searches.id', 'saved_search_matches.saved_search_id')
    .innerJoin('circles', 'circles.id', 'saved_search_matches.circle_id')
    .select(['saved_searches.id as search', 'circles.id', titleFor(userId), 'saved_search_matches.at'])
    .where('saved_searches.user_id', '=', userId)
    .orderBy('saved_search_matches.at')
    .execute()

/** Saved searches, with the circles that they told of. */
export async function readSearchData(tx: Tx, userId: string): Promise<Pick<Export, 'savedSearches'>> {
  const searches = await tx.selectFrom('saved_searches').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
  const matches = await readMatches(tx, userId)
  return {
    savedSearches: searches.map(({ id, address, by_mail, created_at }) => ({
      address,
      words: searchWords(filterOfSaved(address)),
      byMail: by_mail,
      createdAt: created_at.toISOString(),
      circles: matches
        .filter(({ search }) => search === id)
        .map(({ id: circle, title, at }) => ({ circle, circleTitle: title, at: at.toISOString() })),
    })),
  }
}
