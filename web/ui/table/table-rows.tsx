import '@mantine/core/styles/Table.layer.css'
import { Table } from '@mantine/core'
import type { Row as TanstackRow } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import styles from './data-table.module.css'
import type { TableColumn } from './table-column.ts'

const estimatedHeight = 40
const overscan = 12

type TableRowsProps<Row> = {
  columns: readonly TableColumn<Row>[]
  rows: readonly TanstackRow<Row>[]
  actions: ((row: Row) => ReactNode) | undefined
  rowTo: ((row: Row) => string) | undefined
}

/** Clicks on controls, and clicks that end a text selection, do not open the row. */
const isForTheRow = ({ target, defaultPrevented }: MouseEvent) =>
  !defaultPrevented && !(target as Element).closest('a, button, input, label') && !window.getSelection()?.toString()

/** Renders only rows near the viewport; the rest is empty height. */
export function TableRows<Row>({ columns, rows, actions, rowTo }: TableRowsProps<Row>) {
  const navigate = useNavigate()
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => estimatedHeight,
    overscan,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.id ?? index,
  })
  useLayoutEffect(() => {
    if (body.current) setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
  })

  const items = virtual.getVirtualItems()
  const above = (items[0]?.start ?? top) - top
  const below = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  const width = columns.length + (actions ? 1 : 0)
  return (
    <Table.Tbody ref={body} role="rowgroup">
      <Gap height={above} width={width} />
      {items.map(({ index }) => {
        const row = rows[index]
        if (!row) return null
        return (
          // The header is row 1.
          <Table.Tr
            key={row.id}
            ref={virtual.measureElement}
            role="row"
            data-index={index}
            aria-rowindex={index + 2}
            {...(rowTo && {
              style: { cursor: 'pointer' },
              onClick: (event) => void (isForTheRow(event.nativeEvent) && navigate(rowTo(row.original))),
            })}
          >
            {columns.map(({ id, header, text, cell = text, isFigure, wraps }, column) =>
              column === 0 ? (
                <Table.Th key={id} scope="row" role="rowheader">
                  {cell(row.original)}
                </Table.Th>
              ) : (
                <Table.Td key={id} role="cell" data-label={header} data-figure={isFigure} data-wraps={wraps}>
                  {cell(row.original)}
                </Table.Td>
              ),
            )}
            {actions && (
              <Table.Td role="cell">
                <div className={styles.actions}>{actions(row.original)}</div>
              </Table.Td>
            )}
          </Table.Tr>
        )
      })}
      <Gap height={below} width={width} />
    </Table.Tbody>
  )
}

const Gap = ({ height, width }: { height: number; width: number }) =>
  height > 0 ? (
    <Table.Tr aria-hidden="true">
      <Table.Td colSpan={width} style={{ height, padding: 0, border: 0 }} />
    </Table.Tr>
  ) : null
