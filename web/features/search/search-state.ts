import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { CircleFilter, CircleSearch } from '#domain/search.ts'
import { emptySearch, readSearch, writeSearch } from '#domain/search-url.ts'

export type SearchState = {
  readonly search: CircleSearch
  /** The address of this screen with another search; for links. */
  readonly addressOf: (change: Partial<CircleSearch>) => string
  /** Another filter starts on its first page. Each change is a step that the back button undoes. */
  readonly setFilter: (filter: CircleFilter) => void
  readonly change: (change: Partial<CircleSearch>) => void
  /** For what is no step of its own, such as where a map has been dragged to. */
  readonly note: (filter: CircleFilter) => void
}

/** A screen's address with a search in it; an empty search leaves the bare path. */
export function addressWith(path: string, search: CircleSearch): string {
  const said = new URLSearchParams(writeSearch(search)).toString()
  return said === '' ? path : `${path}?${said}`
}

/** Sorting by distance means nothing once there is no place to be near to. */
const settled = (search: CircleSearch): CircleSearch =>
  search.sort === 'distance' && !search.filter.near ? { ...search, sort: emptySearch.sort } : search

/** The search lives in the address alone, so that it can be shared and gone back to. */
export function useSearchState(): SearchState {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const search = useMemo(() => settled(readSearch((name) => parameters.get(name))), [parameters])

  const addressOf = useCallback(
    (change: Partial<CircleSearch>) => addressWith(pathname, settled({ ...search, page: 1, ...change })),
    [pathname, search],
  )
  const change = useCallback((wanted: Partial<CircleSearch>) => void navigate(addressOf(wanted)), [navigate, addressOf])
  const setFilter = useCallback((filter: CircleFilter) => change({ filter }), [change])
  const note = useCallback((filter: CircleFilter) => void navigate(addressOf({ filter }), { replace: true }), [navigate, addressOf])
  return { search, addressOf, setFilter, change, note }
}
