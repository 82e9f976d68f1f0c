import type { ReactNode } from 'react'

export type TableColumn<Row> = {
  /** Also the name used for sorting. */
  readonly id: string
  readonly header: string
  /** The column as text: searched, and shown without a `cell`. */
  readonly text: (row: Row) => string
  readonly cell?: (row: Row) => ReactNode
  readonly isSortable?: boolean
  /** Where all rows are loaded: the value to sort by, if not the text. */
  readonly sortBy?: (row: Row) => string | number
  /** Aligned to the right, for numbers. */
  readonly isFigure?: boolean
  /** Wraps long text instead of widening the table; the first column always does. */
  readonly wraps?: boolean
}

/** Ignores case, and sorts `2` before `10`. */
const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function compareBy<Row>(column: TableColumn<Row>, a: Row, b: Row): number {
  const keyOf = column.sortBy ?? column.text
  const [left, right] = [keyOf(a), keyOf(b)]
  return typeof left === 'number' && typeof right === 'number' ? left - right : words.compare(String(left), String(right))
}
