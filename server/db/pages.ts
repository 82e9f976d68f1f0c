import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'

export type ListQuery = {
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

export type Page<Row> = { readonly items: Row[]; readonly total: number; readonly page: number; readonly pageSize: number }

/** A literal in a pattern: what a person types is text, never a wildcard. */
export const likePattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

/** What a list may be sorted by: a column, or what is made of several. */
type Columns = Readonly<Record<string, string | RawBuilder<unknown>>>

/** `name` or `-name`, from a closed list; anything else is told as a wrong field. */
function orderOf(sort: string, columns: Columns) {
  const name = sort.replace(/^-/, '')
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column)
    throw new Refusal('invalid', { fields: [{ field: 'sort', message: `Please sort by one of ${Object.keys(columns).join(', ')}` }] })
  return { name, column: typeof column === 'string' ? sql.ref(column) : column, isDescending: sort.startsWith('-') }
}

/**
 * Sorts and pages a list; without `page` all rows are answered. Ties are broken by id, in the same direction, so that pages
 * never overlap and one index serves both ways. Only a column that may be empty asks for its empty rows last: no index could.
 */
export async function readList<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { sort, page, pageSize = 10 }: ListQuery,
  columns: Columns,
  options: { readonly by: string; readonly id: string; readonly nullable?: readonly string[] },
): Promise<Row[] | Page<Row>> {
  const order = orderOf(sort ?? options.by, columns)
  const emptyLast = options.nullable?.includes(order.name) ?? false
  const sorted = query
    .orderBy(order.column, (by) => (!order.isDescending ? by.asc() : emptyLast ? by.desc().nullsLast() : by.desc()))
    .orderBy(sql.ref(options.id), order.isDescending ? 'desc' : 'asc')
  if (page === undefined) return sorted.execute()
  const count = await query.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const items = await sorted
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items, total: Number((count as { total: number }).total), page, pageSize }
}

export const mapList = <Row, Item>(list: Row[] | Page<Row>, map: (row: Row) => Item): Item[] | Page<Item> =>
  Array.isArray(list) ? list.map(map) : { ...list, items: list.items.map(map) }
