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

/** A table for spreadsheets: Unicode, commas, every cell in quotes and none of them a formula. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map((cell) => quoted(String(cell))).join(',')}\r\n`).join('')
