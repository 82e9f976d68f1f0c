import '@mantine/core/styles/Table.layer.css'
import { Table, useMatches } from '@mantine/core'
import {
  getCoreRowModel,
  getFilteredRowModel,
  getPaginationRowModel,
  getSortedRowModel,
  type Row as TanstackRow,
  useReactTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { Navigate } from 'react-router'
import { DownloadButton } from '#web/ui/buttons/download-button.tsx'
import skeletonsStyles from '#web/ui/feedback/skeletons.module.css'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import styles from './data-table.module.css'
import { PageSizeMenu } from './page-size-menu.tsx'
import type { TableAddress } from './table-address.ts'
import { compareBy, type TableColumn } from './table-column.ts'
import { TableHead } from './table-head.tsx'
import { TableRows } from './table-rows.tsx'
import { TableSearch } from './table-search.tsx'

/** The product's texts, page sizes and search matching. */
export type TableRules = {
  readonly pageSizes: readonly number[]
  readonly pageSizeLabel: (size: number) => string
  readonly isPagerShown: (total: number, pageSize: number) => boolean
  readonly pageCount: (total: number, pageSize: number) => number
  readonly longestSearch: number
  readonly matches: (search: string, texts: readonly string[]) => boolean
}

export type DataTableProps<Row> = {
  /** A plural, for example Users. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** All rows; or, with `total`, one page from the server. undefined while loading. */
  rows: readonly Row[] | undefined
  total?: number | undefined
  rowKey: (row: Row) => string
  address: TableAddress
  rules: TableRules
  isBusy?: boolean
  actions?: (row: Row) => ReactNode
  /** The link of a row; a click anywhere on the row opens it. The first column has the same link, for keyboards and screen readers. */
  rowTo?: (row: Row) => string
  actionsHead?: string
  /** Further filters, beside the search. */
  filters?: ReactNode
  empty: ReactNode
  /** Receives all matching rows in order, where all rows are loaded. */
  onExport?: (found: readonly Row[]) => unknown
}

const none: readonly never[] = []

/** Searches, sorts, pages and exports, either here or on the server. Roles are explicit: on a phone the rows are no table cells for CSS. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  total,
  rowKey,
  address,
  rules,
  isBusy = false,
  actions,
  rowTo,
  actionsHead,
  filters,
  empty,
  onExport,
}: DataTableProps<Row>) {
  const { state, addressOf, change } = address
  const { search, sort, page, pageSize } = state
  const siblings = useMatches({ base: 0, sm: 1 })
  const isServed = total !== undefined
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: column.text,
        sortingFn: (a: TanstackRow<Row>, b: TanstackRow<Row>) => compareBy(column, a.original, b.original),
      })),
    [columns],
  )
  const table = useReactTable<Row>({
    data: (rows ?? none) as Row[],
    columns: definitions,
    getRowId: rowKey,
    state: {
      globalFilter: search,
      sorting: sort === '' ? [] : [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }],
      pagination: { pageIndex: page - 1, pageSize },
    },
    manualFiltering: isServed,
    manualSorting: isServed,
    manualPagination: isServed,
    // The page is in the URL, so the table must not reset it.
    autoResetPageIndex: false,
    getColumnCanGlobalFilter: () => true,
    globalFilterFn: (row, column, wanted: string) => rules.matches(wanted, [row.getValue<string>(column)]),
    getCoreRowModel: getCoreRowModel(),
    getFilteredRowModel: getFilteredRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getPaginationRowModel: getPaginationRowModel(),
  })

  const found = isServed ? total : table.getFilteredRowModel().rows.length
  const shown = table.getRowModel().rows
  const last = rules.pageCount(found, pageSize)
  // Rows may be deleted meanwhile, so the last page may be gone.
  if (rows && !isBusy && page > last) return <Navigate to={addressOf({ page: last })} replace />

  const first = (page - 1) * pageSize + 1
  return (
    <Card as="div" padded={false} className={styles.root}>
      <div className={styles.tools}>
        <TableSearch
          label={`Search ${label.toLowerCase()}`}
          value={search}
          maxLength={rules.longestSearch}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
        {filters}
        {onExport && (
          <DownloadButton
            className={styles.export}
            onDownload={async () => {
              await onExport(table.getSortedRowModel().rows.map((row) => row.original))
            }}
          >
            Export CSV
          </DownloadButton>
        )}
      </div>
      {rows === undefined ? (
        <RowsSkeleton />
      ) : shown.length === 0 ? (
        <div className={styles.empty}>{empty}</div>
      ) : (
        <div className={styles.scroll}>
          <Table className="num" role="table" aria-label={label} aria-busy={isBusy} aria-rowcount={shown.length + 1}>
            <TableHead
              columns={columns}
              sort={sort}
              onSort={(wanted) => change({ sort: wanted })}
              actionsHead={actionsHead}
              hasActions={actions !== undefined}
            />
            <TableRows columns={columns} rows={shown} actions={actions} rowTo={rowTo} />
          </Table>
        </div>
      )}
      <div className={styles.foot}>
        <PageSizeMenu
          sizes={rules.pageSizes}
          value={pageSize}
          labelOf={rules.pageSizeLabel}
          onChange={(size) => change({ pageSize: size })}
        />
        <p className="small sub num" role="status">
          {rows && (found === 0 ? 'Nothing found' : `${first}–${first + shown.length - 1} of ${found.toLocaleString('en-US')}`)}
        </p>
        {rules.isPagerShown(found, pageSize) && (
          <Pagination page={page} last={last} siblings={siblings} addressOf={(wanted) => addressOf({ page: wanted })} />
        )}
      </div>
    </Card>
  )
}

const RowsSkeleton = () => (
  <Loading>
    {['a', 'b', 'c', 'd', 'e'].map((key) => (
      <div className={skeletonsStyles.boneTableRow} key={key}>
        <Bone width="60%" height={16} />
        <Bone width="50%" height={14} />
        <Bone width="70%" height={14} />
        <Bone width={28} height={14} />
        <Bone width="55%" height={14} />
      </div>
    ))}
  </Loading>
)
