import { csvFileName, csvText } from '#domain/csv.ts'
import { formatTableDate } from '#domain/dates.ts'
import type { LedgerRow } from './ledger.store.ts'

const kinds: Readonly<Record<LedgerRow['kind'], string>> = { bought: 'Bought', added: 'Added', removed: 'Removed' }
const header = ['Date', 'Member', 'Entry', 'Shares', 'Arcs', 'Amount (USD)', 'Balance (USD)']

/** The ledger as a table for spreadsheets: exact dollars, each row with the balance after it. */
export function statement(rows: readonly LedgerRow[]): string {
  let balance = 0
  const lines = rows.map((row) => {
    balance += row.amount
    const shares = row.kind === 'removed' ? -row.arcs.length : row.arcs.length
    return [formatTableDate(row.at), row.member, kinds[row.kind], shares, row.arcs.join(' '), row.amount, balance]
  })
  return csvText([header, ...lines])
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Names the download; old programs read the plain name, others the exact one. */
export function download(name: string): string {
  const file = csvFileName(name)
  return `attachment; filename="${file.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encoded(file)}`
}
