import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { circlePageReply } from '#contract/search.ts'
import type { CircleFilter, CircleSearch } from '#domain/search.ts'
import { emptySearch, writeFitPreferences, writeSearch } from '#domain/search-url.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'

/** The search as API parameters: the same as in the URL, without the city's name. */
function searchParameters(search: CircleSearch): URLSearchParams {
  const { city: _name, ...said } = writeSearch(search)
  const preferences = search.sort === 'fit' && search.preferences ? writeFitPreferences(search.preferences) : {}
  return new URLSearchParams({ ...said, ...preferences, page: String(search.page), pageSize: String(search.pageSize) })
}

/** The same for the map, which has no pages and no order. */
export function mapParameters(filter: CircleFilter): string {
  const { city: _name, ...said } = writeSearch({ ...emptySearch, filter })
  return new URLSearchParams(said).toString()
}

export function circlesQuery(search: CircleSearch) {
  const parameters = searchParameters(search).toString()
  return queryOptions({
    queryKey: [showing('circle-lists'), 'circles', parameters],
    queryFn: ({ signal }) => api.get<typeof circlePageReply>(`public/circle?${parameters}`, { public: true, signal }),
    // Keeps the previous page on screen until the next one has loaded.
    placeholderData: keepPreviousData,
  })
}
