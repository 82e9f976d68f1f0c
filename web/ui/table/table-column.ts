import type { ReactNode } from 'react'

export type TableColumn<Row> = {
  /** Also the name under which a list is sorted by it. */
  readonly id: string
  readonly header: string
  /** The column in plain words: what the search looks at, and what is shown without a `cell`. */
  readonly text: (row: Row) => string
  readonly cell?: (row: Row) => ReactNode
  readonly isSortable?: boolean
  /** For rows that are all here: what they are compared by, where that is not the text. */
  readonly sortBy?: (row: Row) => string | number
  /** Figures stand at the right. */
  readonly isFigure?: boolean
  /** Names may be long, and are then broken into lines rather than push the other columns out of sight; the first column always is. */
  readonly wraps?: boolean
}

/** Words are compared as people read them, without regard to case, and `2` before `10`. */
const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function compareBy<Row>(column: TableColumn<Row>, a: Row, b: Row): number {
  const keyOf = column.sortBy ?? column.text
  const [left, right] = [keyOf(a), keyOf(b)]
  return typeof left === 'number' && typeof right === 'number' ? left - right : words.compare(String(left), String(right))
}
