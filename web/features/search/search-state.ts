import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { CircleSort } from '#domain/choices.ts'
import type { FitPreferences } from '#domain/fit.ts'
import type { CircleFilter, CircleSearch } from '#domain/search.ts'
import { emptySearch, readSearch, writeSearch } from '#domain/search-url.ts'
import { useInvestmentPreferences } from '#web/api/investment-preferences.ts'
import { useIsLeaving } from '#web/ui/layout/use-is-leaving.ts'

export type SearchState = {
  readonly search: CircleSearch
  /** The person's preferences; without them there is no order by fit. */
  readonly preferences: FitPreferences | null
  /** False until it is known whether the order by fit applies. */
  readonly isSettled: boolean
  /** This screen's URL with another search, for links. */
  readonly addressOf: (change: Partial<CircleSearch>) => string
  /** Returns to the first page. Adds a history entry. */
  readonly setFilter: (filter: CircleFilter) => void
  readonly change: (change: Partial<CircleSearch>) => void
  /** Replaces the history entry, for example when the map was dragged. */
  readonly note: (filter: CircleFilter) => void
}

/** An empty search gives the path alone. */
export function addressWith(path: string, search: CircleSearch, usualSort = emptySearch.sort): string {
  const said = new URLSearchParams(writeSearch(search, usualSort)).toString()
  return said === '' ? path : `${path}?${said}`
}

/** Distance needs a place, and fit needs preferences; without them the default order is used. */
function settled(search: CircleSearch, usualSort: CircleSort): CircleSearch {
  const isMoot = (search.sort === 'distance' && !search.filter.near) || (search.sort === 'fit' && usualSort !== 'fit')
  return isMoot ? { ...search, sort: usualSort } : search
}

/** The search state is only in the URL, so that it can be shared and restored by Back. With preferences the default order is best fit. */
export function useSearchState(): SearchState {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  const [parameters] = useSearchParams()
  const { preferences, isPending } = useInvestmentPreferences()
  const usualSort = preferences !== null || isPending ? 'fit' : emptySearch.sort
  const search = useMemo(() => {
    const read = settled(
      readSearch((name) => parameters.get(name), usualSort),
      usualSort,
    )
    return read.sort === 'fit' && preferences ? { ...read, preferences } : read
  }, [parameters, preferences, usualSort])
  const isSettled = search.sort !== 'fit' || !isPending

  const addressOf = useCallback(
    (change: Partial<CircleSearch>) => addressWith(pathname, settled({ ...search, page: 1, ...change }, usualSort), usualSort),
    [pathname, search, usualSort],
  )
  const change = useCallback((wanted: Partial<CircleSearch>) => void navigate(addressOf(wanted)), [navigate, addressOf])
  const setFilter = useCallback((filter: CircleFilter) => change({ filter }), [change])
  const note = useCallback(
    (filter: CircleFilter) => {
      // A map that stops moving during a navigation must not navigate back.
      if (!isLeaving()) void navigate(addressOf({ filter }), { replace: true })
    },
    [navigate, addressOf, isLeaving],
  )
  return { search, preferences, isSettled, addressOf, setFilter, change, note }
}
