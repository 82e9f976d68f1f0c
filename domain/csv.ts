export const byteOrderMark = '\uFEFF'

export const csvFileName = (name: string): string => `${name.replace(/ /g, '_')}.csv`

/**
 * A cell that a spreadsheet would read as a formula is kept as text by a leading apostrophe.
 * White space before the sign does not help an attacker: some programs trim it away.
 */
export const inertCell = (cell: string): string => (/^\s*[=+\-@]|^[\t\r]/.test(cell) && !isPlainNumber(cell) ? `'${cell}` : cell)

// Negative amounts are figures, not formulas, and should stay summable.
const isPlainNumber = (cell: string): boolean => /^[+-]?\d+(\.\d+)?$/.test(cell)

const quoted = (cell: string): string => `"${inertCell(cell).replaceAll('"', '""')}"`

type Cells = readonly (readonly (string | number)[])[]

/** Lines of a table for spreadsheets: commas, every cell in quotes and none of them a formula. */
export const csvLines = (rows: Cells): string => rows.map((row) => `${row.map((cell) => quoted(String(cell))).join(',')}\r\n`).join('')

/** A whole table for spreadsheets, in Unicode. */
export const csvText = (rows: Cells): string => byteOrderMark + csvLines(rows)
