import { csvFileName, csvText } from '#domain/csv.ts'
import { saveFile } from '#web/api/save-file.ts'

/** File name without extension, and the columns. */
export type CsvExport<Row> = {
  readonly fileName: string
  readonly columns: readonly (readonly [header: string, value: (row: Row) => string | number])[]
}

export function exportCsv<Row>({ fileName, columns }: CsvExport<Row>, rows: readonly Row[]): void {
  if (rows.length === 0) {
    console.error('Invalid data')
    return
  }
  const cells = [columns.map(([header]) => header), ...rows.map((row) => columns.map(([, value]) => value(row)))]
  saveFile(new Blob([csvText(cells)], { type: 'text/csv;charset=utf-8' }), csvFileName(fileName))
}
