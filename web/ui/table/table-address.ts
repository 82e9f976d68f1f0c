import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useIsLeaving } from '#web/ui/layout/use-is-leaving.ts'

/** `sort` is a column's id, with `-` in front for descending order. */
export type TableState = { readonly search: string; readonly sort: string; readonly page: number; readonly pageSize: number }

export type TableAddress = {
  readonly state: TableState
  /** This screen's URL with a changed state, for links. Any change returns to the first page. */
  readonly addressOf: (change: Partial<TableState>) => string
  /** `replace`: adds no history entry. */
  readonly change: (change: Partial<TableState>, options?: { readonly replace?: boolean }) => void
}

type Options = {
  /** The initial sort order. */
  readonly sort: string
  readonly sortable: readonly string[]
  readonly pageSizes: readonly number[]
  /** Prefix of the URL parameters, for a second table on the same screen. */
  readonly prefix?: string
}

const wholeNumber = (text: string | null): number => (text && /^\d{1,6}$/.test(text) ? Number(text) : 0)

/** The table's state is only in the URL, so that it can be shared, reloaded and restored by Back. */
export function useTableAddress({ sort, sortable, pageSizes, prefix = '' }: Options): TableAddress {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  const [parameters] = useSearchParams()
  const usualSize = pageSizes[0] ?? 10

  const said = (name: string) => parameters.get(prefix + name)
  const saidSort = said('sort') ?? ''
  const saidSize = wholeNumber(said('size'))
  const search = said('search') ?? ''
  const page = Math.max(1, wholeNumber(said('page')))
  const isSort = sortable.includes(saidSort.replace(/^-/, ''))
  const order = isSort ? saidSort : sort
  const pageSize = pageSizes.includes(saidSize) ? saidSize : usualSize
  const state = useMemo(() => ({ search, sort: order, page, pageSize }), [search, order, page, pageSize])

  const addressOf = useCallback(
    (change: Partial<TableState>) => {
      const next = { ...state, page: 1, ...change }
      const query = new URLSearchParams(parameters)
      const write = (name: string, value: string, usual: string) =>
        value === usual ? query.delete(prefix + name) : query.set(prefix + name, value)
      write('search', next.search, '')
      write('sort', next.sort, sort)
      write('page', String(next.page), '1')
      write('size', String(next.pageSize), String(usualSize))
      return query.size === 0 ? pathname : `${pathname}?${query}`
    },
    [state, parameters, prefix, pathname, sort, usualSize],
  )
  const change = useCallback<TableAddress['change']>(
    (wanted, { replace = false } = {}) => {
      // A debounced search must not navigate back after another screen was opened.
      if (!(replace && isLeaving())) void navigate(addressOf(wanted), { replace })
    },
    [navigate, addressOf, isLeaving],
  )
  return { state, addressOf, change }
}
