import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useTableAddress } from '#web/ui/table/table-address.ts'
import type { TableColumn } from '#web/ui/table/table-column.ts'
import { type CsvExport, exportCsv } from './export-csv.ts'
import { sortableIds, tableRules } from './table-rules.ts'

type RowsTableProps<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly TableColumn<Row>[]
  rowKey: (row: Row) => string
  /** The initial sort order; empty keeps the given order. */
  sort?: string
  actions?: (row: Row) => ReactNode
  actionsHead?: string
  rowTo?: (row: Row) => string
  emptyText: string
  csv?: CsvExport<Row>
  /** Prefix of its URL parameters, for a second table on the same screen. */
  prefix?: string
}

/** A table whose rows are all loaded, such as the members of one circle. */
export function RowsTable<Row>({ columns, sort = '', emptyText, csv, prefix = '', ...rest }: RowsTableProps<Row>) {
  const address = useTableAddress({ sort, sortable: sortableIds(columns), pageSizes: tableRules.pageSizes, prefix })
  return (
    <DataTable
      columns={columns}
      address={address}
      rules={tableRules}
      empty={<EmptyState level="h2" title={emptyText} />}
      {...(csv && { onExport: (found: readonly Row[]) => exportCsv(csv, found) })}
      {...rest}
    />
  )
}
