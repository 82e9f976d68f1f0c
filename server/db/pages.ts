import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { defaultTablePageSize } from '#domain/pages.ts'

export type ListQuery = {
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
}

type Page<Row> = { readonly items: Row[]; readonly total: number; readonly page: number; readonly pageSize: number }

/** Escapes wildcards: a search text is always literal. */
export const likePattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`

/** What a list may be sorted by: a column or an expression. */
type Columns = Readonly<Record<string, string | RawBuilder<unknown>>>

/** `name` or `-name`, from a closed list; anything else is refused as an invalid field. */
function orderOf(sort: string, columns: Columns) {
  const name = sort.replace(/^-/, '')
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column)
    throw new Refusal('invalid', { fields: [{ field: 'sort', message: `Please sort by one of ${Object.keys(columns).join(', ')}` }] })
  return { name, column: typeof column === 'string' ? sql.ref(column) : column, isDescending: sort.startsWith('-') }
}

type ListOptions = {
  /** The default order. */
  readonly by: string
  readonly id: string
  /** Columns whose nulls come last in both directions; others sort as their index does. */
  readonly nullable?: readonly string[]
}

/** Ties are broken by id in the same direction, so that pages never overlap and one index serves both directions. */
function sorted<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  sort: string | undefined,
  columns: Columns,
  { by, id, nullable = [] }: ListOptions,
) {
  const order = orderOf(sort ?? by, columns)
  const emptyLast = nullable.includes(order.name)
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
export async function readList<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { search, sort, page, pageSize = defaultTablePageSize }: ListQuery,
  columns: Columns,
  options: ListOptions,
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
export async function readBatches<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  sort: string | undefined,
  columns: Columns,
  options: ListOptions,
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
