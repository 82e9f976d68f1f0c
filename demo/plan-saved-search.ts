import type { PropertyType } from '#domain/choices.ts'
import { filterLike, savedAddress } from '#domain/saved-search.ts'
import { searchWords } from '#domain/search-chips.ts'
import type { DemoRows } from './demo-rows.ts'
import { daysBefore } from './plan-people.ts'
import { idAt, type Random } from './random.ts'

/** A search of this person from before the newest circle that they are not in, which it told of. */
export function planSavedSearch(rows: DemoRows, personId: string, random: Random): void {
  const own = new Set([
    ...rows.memberships.filter((row) => row.user_id === personId).map((row) => row.circle_id),
    ...rows.broker_assignments.filter((row) => row.broker_id === personId).map((row) => row.circle_id),
  ])
  const [circle] = rows.circles
    .filter((row) => !own.has(row.id) && !row.hide_circle && !row.deleted_at)
    .sort((a, b) => (b.created_at as Date).getTime() - (a.created_at as Date).getTime())
  if (!circle) return
  const at = circle.created_at as Date
  const filter = filterLike({
    location: { city: circle.city, lat: circle.lat ?? null, lng: circle.lng ?? null },
    investmentCriteria: {
      propertyTypes: (circle.property_types ?? []) as PropertyType[],
      geographicRadius: 25,
      totalTargetSize: null,
      minimumShareSize: null,
    },
  })
  const savedAt = daysBefore(at, 9)
  const search = { id: idAt(random, savedAt), user_id: personId, address: savedAddress(filter), by_mail: true, created_at: savedAt }
  rows.saved_searches.push(search)
  rows.saved_search_matches.push({ saved_search_id: search.id, circle_id: circle.id, at, mailed_at: at })
  rows.notices.push({
    id: idAt(random, at),
    user_id: personId,
    kind: 'saved_search',
    circle_id: circle.id,
    property_id: null,
    facts: JSON.stringify({ search: searchWords(filter) }),
    circle_title: circle.title,
    address: null,
    at,
    read_at: null,
    mailed_at: at,
  })
}
