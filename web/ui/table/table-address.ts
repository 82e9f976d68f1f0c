import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useIsLeaving } from '#web/ui/layout/use-is-leaving.ts'

/** What a table shows. `sort` is a column's id, with `-` before it for the other direction. */
export type TableState = { readonly search: string; readonly sort: string; readonly page: number; readonly pageSize: number }

export type TableAddress = {
  readonly state: TableState
  /** This screen's address with the table in another state, for links. Whatever changes, the table starts at its first page. */
  readonly addressOf: (change: Partial<TableState>) => string
  /** `replace`: no step of its own for the back button. */
  readonly change: (change: Partial<TableState>, options?: { readonly replace?: boolean }) => void
}

type Options = {
  /** The order to begin with. */
  readonly sort: string
  readonly sortable: readonly string[]
  readonly pageSizes: readonly number[]
  /** Tells a second table on the same screen from the first. */
  readonly prefix?: string
}

const wholeNumber = (text: string | null): number => (text && /^\d{1,6}$/.test(text) ? Number(text) : 0)

/** A table's state lives in the address alone, so that it can be shared, reloaded and gone back to. */
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
      // A search that rests while the next screen is still being fetched must not call its person back.
      if (!(replace && isLeaving())) void navigate(addressOf(wanted), { replace })
    },
    [navigate, addressOf, isLeaving],
  )
  return { state, addressOf, change }
}
