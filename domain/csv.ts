export const byteOrderMark = '\uFEFF'

export const csvFileName = (name: string): string => `${name.replace(/ /g, '_')}.csv`

/**
 * A leading apostrophe keeps a spreadsheet from running a cell as a formula. Leading white space is ignored, because some programs trim it.
 */
export const inertCell = (cell: string): string => (/^\s*[=+\-@]|^[\t\r]/.test(cell) && !isPlainNumber(cell) ? `'${cell}` : cell)

// Negative amounts are numbers, not formulas, and must stay summable.
const isPlainNumber = (cell: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(cell)

const quoted = (cell: string): string => `"${inertCell(cell).replaceAll('"', '""')}"`

type Cells = readonly (readonly (string | number)[])[]

/** CSV lines: commas, every cell quoted and none of them a formula. */
export const csvLines = (rows: Cells): string => rows.map((row) => `${row.map((cell) => quoted(String(cell))).join(',')}\r\n`).join('')

/** A whole CSV file in Unicode, with a byte order mark. */
export const csvText = (rows: Cells): string => byteOrderMark + csvLines(rows)
