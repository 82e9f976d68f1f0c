import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { SortOrder } from '#domain/pages.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { type TableState, useTableAddress } from '#web/ui/table/table-address.ts'
import { type CsvExport, exportCsv } from './export-csv.ts'
import { type ListSource, listQuery, readWholeList } from './list.queries.ts'
import { type ListColumn, sortableIds, tableRules } from './table-rules.ts'

type ListTableProps<Row, Sort extends string> = {
  /** For example `Users`. */
  label: string
  source: ListSource
  columns: readonly ListColumn<Row, Sort>[]
  rowKey: (row: Row) => string
  /** The initial sort order. */
  sort: SortOrder<NoInfer<Sort>>
  actions?: (row: Row) => ReactNode
  rowTo?: (row: Row) => string
  filters?: ReactNode
  /** For example `No users found`. */
  emptyText: string
  csv?: CsvExport<Row>
  /** Replaces `csv` where the server writes the export. */
  download?: (state: TableState) => Promise<void>
}

/** A table that the server searches, sorts and pages, so that its speed does not depend on the number of rows. */
export function ListTable<Row, Sort extends string>({
  source,
  columns,
  sort,
  emptyText,
  csv,
  download,
  ...rest
}: ListTableProps<Row, Sort>) {
  const address = useTableAddress({ sort, sortable: sortableIds(columns), pageSizes: tableRules.pageSizes })
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(listQuery<Row>(source, address.state))
  useEffect(() => {
    if (error) console.error(error)
  }, [error])
  // A list that failed to load is shown empty.
  const page = error ? { items: [], total: 0 } : data

  const exportAll = async () => {
    try {
      if (download && page?.total === 0) console.error('Invalid data')
      else if (download) await download(address.state)
      else if (csv) exportCsv(csv, await readWholeList<Row>(source, address.state))
    } catch (failure) {
      console.error(failure)
      toast.error('The export could not be made. Please try again.', { duration: longToast })
    }
  }
  return (
    <DataTable
      columns={columns}
      rows={isPending ? undefined : (page?.items ?? [])}
      total={page?.total ?? 0}
      address={address}
      rules={tableRules}
      isBusy={isPlaceholderData || error !== null}
      empty={
        <EmptyState
          level="h2"
          title={emptyText}
          {...(error && {
            action: (
              <ActionButton variant="outline" onClick={() => void refetch()}>
                Retry
              </ActionButton>
            ),
          })}
        />
      }
      {...((csv ?? download) && { onExport: exportAll })}
      {...rest}
    />
  )
}
