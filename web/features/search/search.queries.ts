import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { circlePageReply } from '#contract/search.ts'
import type { CircleSearch } from '#domain/search.ts'
import { writeSearch } from '#domain/search-url.ts'
import { api } from '#web/api/client.ts'

/** The search as the API takes it: the page's own address says it, but for the city's name, which is only for reading. */
export function searchParameters(search: CircleSearch): URLSearchParams {
  const { city: _name, ...said } = writeSearch(search)
  return new URLSearchParams({ ...said, page: String(search.page), pageSize: String(search.pageSize) })
}

export function circlesQuery(search: CircleSearch) {
  const parameters = searchParameters(search).toString()
  return queryOptions({
    queryKey: ['circles', parameters],
    queryFn: ({ signal }) => api.get(`public/circle?${parameters}`, circlePageReply, { public: true, signal }),
    // The page that was shown stays until the next one is there.
    placeholderData: keepPreviousData,
  })
}
