import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Zone } from '#domain/dates.ts'
import { defaultTablePageSize, type SortOrder } from '#domain/pages.ts'

export type ListQuery<Key extends string> = {
  readonly search?: string | undefined
  readonly sort?: SortOrder<Key> | undefined
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

type Page<Row> = { readonly items: Row[]; readonly total: number; readonly page: number; readonly pageSize: number }

/** Escapes wildcards: a search text is always literal. */
export const likePattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

/** A day as tables show it to someone in this zone. */
export const tableDate = (column: string, zone: Zone) => sql<string>`table_date(${sql.ref(column)}, (select known_zone(${zone})))`

/** What each key of a list sorts by: a column or an expression. */
export type SortColumns<Key extends string> = Readonly<Record<Key, string | RawBuilder<unknown>>>

/** The query's schema has refused unknown keys. */
function orderOf<Key extends string>(sort: SortOrder<Key>, columns: SortColumns<Key>) {
  const key = sort.replace(/^-/, '') as Key
  const column: string | RawBuilder<unknown> = columns[key]
  return { key, column: typeof column === 'string' ? sql.ref(column) : column, isDescending: sort.startsWith('-') }
}

export type ListOptions<Key extends string> = {
  /** The default order. */
  readonly by: SortOrder<Key>
  readonly id: string
  /** Columns whose nulls come last in both directions; others sort as their index does. */
  readonly nullable?: readonly Key[]
}

/** Ties are broken by id in the same direction, so that pages never overlap and one index serves both directions. */
function sorted<DB, Tables extends keyof DB, Row, Key extends string>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  sort: SortOrder<Key> | undefined,
  columns: SortColumns<Key>,
  { by, id, nullable = [] }: ListOptions<Key>,
) {
  const order = orderOf(sort ?? by, columns)
  const emptyLast = nullable.includes(order.key)
  return query
    .orderBy(order.column, (way) => (!order.isDescending ? way.asc() : emptyLast ? way.desc().nullsLast() : way.desc()))
    .orderBy(sql.ref(id), order.isDescending ? 'desc' : 'asc')
}

async function readIds<DB, Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>, id: string): Promise<unknown[]> {
  const rows = await query.clearSelect().select(sql.ref(id).as('row_id')).execute()
  return rows.map((row) => (row as { row_id: unknown }).row_id)
}

const among = (id: string, ids: readonly unknown[]) => sql<boolean>`${sql.ref(id)} = any(${ids})`

// If a search matches few of very many rows, it must use the search index: scanning in sort order, which is best for frequent matches,
// would read all rows.
const few = 1_000

/** Sorts and paginates a list; without `page` all rows are returned. */
export async function readList<DB, Tables extends keyof DB, Row, Key extends string>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { search, sort, page, pageSize = defaultTablePageSize }: ListQuery<NoInfer<Key>>,
  columns: SortColumns<Key>,
  options: ListOptions<NoInfer<Key>>,
): Promise<Row[] | Page<Row>> {
  const all = sorted(query, sort, columns, options)
  if (page === undefined) return all.execute()
  const onPage = all.limit(pageSize).offset((page - 1) * pageSize)
  if (search) {
    const found = await readIds(query.limit(few), options.id)
    if (found.length < few) return { items: await onPage.where(among(options.id, found)).execute(), total: found.length, page, pageSize }
  }
  const count = await query.clearSelect().select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { items: await onPage.execute(), total: Number((count as { total: number }).total), page, pageSize }
}

const batchSize = 1_000

/** All rows of a list in order and in batches: the ids are read at once, the rows batch by batch, so memory use stays constant. */
export async function readBatches<DB, Tables extends keyof DB, Row, Key extends string>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  sort: SortOrder<NoInfer<Key>> | undefined,
  columns: SortColumns<Key>,
  options: ListOptions<NoInfer<Key>>,
): Promise<AsyncGenerator<Row[]>> {
  const all = sorted(query, sort, columns, options)
  const ids = await readIds(all, options.id)
  async function* batches() {
    for (let start = 0; start < ids.length; start += batchSize) {
      yield await all.where(among(options.id, ids.slice(start, start + batchSize))).execute()
    }
  }
  return batches()
}

export const mapList = <Row, Item>(list: Row[] | Page<Row>, map: (row: Row) => Item): Item[] | Page<Item> =>
  Array.isArray(list) ? list.map(map) : { ...list, items: list.items.map(map) }
