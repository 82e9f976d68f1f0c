import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { CircleSort } from '#domain/choices.ts'
import type { Wishes } from '#domain/fit.ts'
import type { CircleFilter, CircleSearch } from '#domain/search.ts'
import { emptySearch, readSearch, writeSearch } from '#domain/search-url.ts'
import { useInvestmentPreferences } from '#web/api/investment-preferences.ts'
import { useIsLeaving } from '#web/ui/layout/use-is-leaving.ts'

export type SearchState = {
  readonly search: CircleSearch
  /** What the person looks for; without it nothing can fit them. */
  readonly wishes: Wishes | null
  /** False while it is not known yet whether an order by fit means anything here. */
  readonly isSettled: boolean
  /** The address of this screen with another search; for links. */
  readonly addressOf: (change: Partial<CircleSearch>) => string
  /** Another filter starts on its first page. Each change is a step that the back button undoes. */
  readonly setFilter: (filter: CircleFilter) => void
  readonly change: (change: Partial<CircleSearch>) => void
  /** For what is no step of its own, such as where a map has been dragged to. */
  readonly note: (filter: CircleFilter) => void
}

/** A screen's address with a search in it; an empty search leaves the bare path. */
export function addressWith(path: string, search: CircleSearch, usualSort = emptySearch.sort): string {
  const said = new URLSearchParams(writeSearch(search, usualSort)).toString()
  return said === '' ? path : `${path}?${said}`
}

/** Sorting by distance means nothing once there is no place to be near to, nor by fit without anyone to fit. */
function settled(search: CircleSearch, usualSort: CircleSort): CircleSearch {
  const isMoot = (search.sort === 'distance' && !search.filter.near) || (search.sort === 'fit' && usualSort !== 'fit')
  return isMoot ? { ...search, sort: usualSort } : search
}

/** The search lives in the address alone, so that it can be shared and gone back to. Whose wishes are known sees what fits them first. */
export function useSearchState(): SearchState {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  const [parameters] = useSearchParams()
  const { wishes, isPending } = useInvestmentPreferences()
  const usualSort = wishes !== null || isPending ? 'fit' : emptySearch.sort
  const search = useMemo(() => {
    const read = settled(
      readSearch((name) => parameters.get(name), usualSort),
      usualSort,
    )
    return read.sort === 'fit' && wishes ? { ...read, wishes } : read
  }, [parameters, wishes, usualSort])
  const isSettled = search.sort !== 'fit' || !isPending

  const addressOf = useCallback(
    (change: Partial<CircleSearch>) => addressWith(pathname, settled({ ...search, page: 1, ...change }, usualSort), usualSort),
    [pathname, search, usualSort],
  )
  const change = useCallback((wanted: Partial<CircleSearch>) => void navigate(addressOf(wanted)), [navigate, addressOf])
  const setFilter = useCallback((filter: CircleFilter) => change({ filter }), [change])
  const note = useCallback(
    (filter: CircleFilter) => {
      // A map that comes to rest while the next screen is being fetched must not lead back to itself.
      if (!isLeaving()) void navigate(addressOf({ filter }), { replace: true })
    },
    [navigate, addressOf, isLeaving],
  )
  return { search, wishes, isSettled, addressOf, setFilter, change, note }
}
