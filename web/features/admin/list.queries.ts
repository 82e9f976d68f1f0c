import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { showing } from '#web/api/cache-rules.ts'
import { type Answer, api } from '#web/api/client.ts'
import type { Facts } from '#web/api/facts.ts'
import type { TableState } from '#web/ui/table/table-address.ts'

export type ListPage<Row> = { readonly items: Row[]; readonly total: number; readonly page: number; readonly pageSize: number }

type ListReply<Row> = z.ZodType<Answer<Row[] | ListPage<Row>>>

/** A list for administrators. With `page` one page of it, else all rows. */
export type ListSource = {
  /** For example `admin/user`. */
  readonly endpoint: string
  /** The facts that its rows show. */
  readonly facts: Facts
  /** Further filters of this list. */
  readonly filters?: Readonly<Record<string, string>>
}

function addressOf({ endpoint, filters = {} }: Pick<ListSource, 'endpoint' | 'filters'>, { search, sort }: TableState, page: object) {
  const query = new URLSearchParams({ ...filters, ...(search && { search }), ...(sort && { sort }), ...page })
  return `${endpoint}?${query}`
}

export function listQuery<Row>(source: ListSource, state: TableState) {
  const { page, pageSize } = state
  const address = addressOf(source, state, { page: String(page), pageSize: String(pageSize) })
  return queryOptions({
    queryKey: [showing(...source.facts), 'admin-list', address],
    queryFn: async ({ signal }): Promise<ListPage<Row>> => {
      const list = await api.get<ListReply<Row>>(address, { signal })
      return Array.isArray(list) ? { items: list, total: list.length, page, pageSize } : list
    },
    // Keeps the previous page on screen until the next one has loaded.
    placeholderData: keepPreviousData,
  })
}

/** All rows that match the search, for an export. */
export async function readWholeList<Row>(source: ListSource, state: TableState): Promise<Row[]> {
  const list = await api.get<ListReply<Row>>(addressOf(source, state, {}))
  return Array.isArray(list) ? list : list.items
}
