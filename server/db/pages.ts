import type { SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
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

type Columns = Readonly<Record<string, string>>

/** `name` or `-name`, from a closed list; anything else is told as a wrong field. */
function orderOf(sort: string, columns: Columns): { column: string; direction: 'asc' | 'desc' } {
  const column = columns[sort.replace(/^-/, '')]
  if (!column)
    throw new Refusal('invalid', { fields: [{ field: 'sort', message: `Please sort by one of ${Object.keys(columns).join(', ')}` }] })
  return { column, direction: sort.startsWith('-') ? 'desc' : 'asc' }
}

/** Sorts and pages a list; without `page` all rows are answered. Ties are broken by id, so that pages never overlap. */
export async function readList<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { sort, page, pageSize = 10 }: ListQuery,
  columns: Columns,
  options: { readonly by: string; readonly id: string },
): Promise<Row[] | Page<Row>> {
  const order = orderOf(sort ?? options.by, columns)
  const sorted = query
    .orderBy(sql.ref(order.column), (direction) =>
      order.direction === 'desc' ? direction.desc().nullsLast() : direction.asc().nullsLast(),
    )
    .orderBy(sql.ref(options.id))
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
