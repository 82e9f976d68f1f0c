/** Far beyond any last page, but safe to multiply. */
export const farthestPage = 1_000_000

/** The API's largest page; that of the decision record is longer. */
export const largestPageSize = 100
export const largestRecordPageSize = 200

/** Page sizes of the API if a request has none. */
export const defaultLogPageSize = 50
export const defaultRecordPageSize = 50
export const defaultNoticePageSize = 20

/** The longest search text of a table. */
export const longestTableSearch = 200

/** How a table is sorted: by a key, in descending order with `-` in front. */
export type SortOrder<Key extends string> = Key | `-${Key}`

export const sortOrdersOf = <Key extends string>(keys: readonly Key[]): SortOrder<Key>[] =>
  keys.flatMap((key): SortOrder<Key>[] => [key, `-${key}`])

/** How many rows a table shows at once, shown as `N per page`. */
export const tablePageSizes = [10, 20, 30, 50, 100] as const
export const defaultTablePageSize = 10

/** The public list of circles. */
export const circlePageSizes = [5, 9, 10, 20, 50] as const
export const defaultCirclePageSize = 5

export const pageSizeLabel = (size: number): string => `${size} per page`

/** The pager is hidden if there are fewer items than fit on a page. */
export const isPagerShown = (total: number, pageSize: number): boolean => total >= pageSize

/** There is always a first page, even if empty. */
export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** Searches for circles count their matches up to here. */
export const largestTotal = 1_000

type Counted = { readonly total: number; readonly totalIsAtLeast?: boolean | undefined; readonly items: readonly unknown[] }

/** Whether there are more matches than were counted, on pages that were not. */
export const isCapped = ({ total, totalIsAtLeast }: Omit<Counted, 'items'>): boolean => totalIsAtLeast === true && total >= largestTotal

/** The last page to offer. Where counting stopped, only a full page tells that another one may follow. */
export function lastPageOf(found: Counted, page: number, pageSize: number): number {
  const counted = pageCount(found.total, pageSize)
  if (!isCapped(found) || found.items.length === 0) return counted
  return Math.max(counted, found.items.length < pageSize ? page : page + 1)
}

/** One page of a list, counted from 1; empty beyond the last. */
export const itemsOnPage = <Item>(items: readonly Item[], page: number, pageSize: number): Item[] =>
  items.slice((page - 1) * pageSize, page * pageSize)

/** A table's search: literal, in any column, case-insensitive. */
export const matchesSearch = (search: string, columns: readonly (string | number | null | undefined)[]): boolean => {
  const wanted = search.toLowerCase()
  return columns.some((column) => column !== null && column !== undefined && String(column).toLowerCase().includes(wanted))
}

/** How many items an overview shows before "all". */
export const dashboardCircleCount = 5
export const dashboardPropertyCount = 3
export const overviewMemberCount = 4
