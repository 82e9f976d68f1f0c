import { isPagerShown, longestTableSearch, matchesSearch, pageCount, pageSizeLabel, tablePageSizes } from '#domain/pages.ts'
import type { TableRules } from '#web/ui/table/data-table.tsx'
import type { TableColumn } from '#web/ui/table/table-column.ts'

/** The product's rules for the table component in web/ui. */
export const tableRules: TableRules = {
  pageSizes: tablePageSizes,
  pageSizeLabel,
  isPagerShown,
  pageCount,
  longestSearch: longestTableSearch,
  matches: matchesSearch,
}

/** A column of a list that the server sorts: sortable only by a key that the server knows. */
export type ListColumn<Row, Sort extends string> = TableColumn<Row> &
  ({ readonly id: Sort; readonly isSortable: true } | { readonly isSortable?: false })

export const sortableIds = <Row>(columns: readonly TableColumn<Row>[]): string[] =>
  columns.filter((column) => column.isSortable).map((column) => column.id)
