import { sql } from 'kysely'
import {
  type BookExportFile,
  bookCsv,
  bookJournal,
  bookRules,
  type ExportedEntry,
  type ExportedLine,
  type ExportNames,
} from '#domain/book-export.ts'
import type { Cents } from '#domain/money.ts'
import { monthOf } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { toBookLine } from './balances.ts'

type LineRow = Parameters<typeof toBookLine>[0] & { readonly cents: Cents; readonly who: string | null; readonly bank_day: string | null }
type Row = Omit<ExportedEntry, 'lines' | 'belongsTo' | 'recordedAt'> & {
  readonly belongs_to: string | null
  readonly recorded_at: Date
  /** Who paid a call, or paid too much. */
  readonly payer: string | null
  readonly lines: readonly LineRow[]
}

/** In SQL: the day on which the bank showed a line of the book; of several lines of the bank the last one. */
const bankDay = sql`(select max(bank_lines.day) from bank_match_cash join bank_match_lines using (match_id)
    join bank_lines on bank_lines.id = bank_match_lines.line_id
  where bank_match_cash.entry_id = book_lines.entry_id and bank_match_cash.position = book_lines.position
    and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_match_cash.match_id))`

/** Entries up to the end of a day, or all of them, by day. */
export async function readExportedEntries(db: Database | Tx, circleId: string, until: string | null = null): Promise<ExportedEntry[]> {
  const { rows } = await sql<Row>`
    select entry.number, entry.day, entry.recorded_at, entry.kind, coalesce(payee, '') as payee, coalesce(words, '') as words, entry.belongs_to,
      reversed.number as reverses, entry.motion_id as motion, (select payer from contributions where contributions.entry_id = entry.id) as payer,
      (select coalesce(json_agg(sha256 order by added nulls first, sha256), '[]') from document_versions
        join (select entry.document_version_id as id, null::timestamptz as added
          union select document_version_id, at from book_receipts where book_receipts.entry_id = entry.id
            and document_version_id is distinct from entry.document_version_id) as papers using (id)) as "documentHashes",
      (select json_agg(json_build_object('account', account, 'bank_account_id', bank_account_id, 'holder', holder, 'arc', arc,
          'user_id', user_id, 'cents', amount_cents, 'who', who, 'bank_day', case when account = 'cash' then ${bankDay} end)
          order by book_lines.position)
        from book_lines left join book_line_texts using (entry_id, position) where book_lines.entry_id = entry.id) as lines
    from book_entries as entry left join book_entry_texts on book_entry_texts.entry_id = entry.id
      left join book_entries as reversed on reversed.id = entry.reverses
    where entry.circle_id = ${circleId} and (${until}::date is null or entry.day <= ${until}::date)
    order by entry.day, entry.number`.execute(db)
  const payers = await readNames(
    db as Database,
    rows.flatMap(({ payer }) => payer ?? []),
  )
  return rows.map(({ belongs_to, recorded_at, lines, payer, ...entry }) => ({
    ...entry,
    payee: entry.payee || (payer === null ? '' : (payers.get(payer) ?? '')),
    recordedAt: recorded_at.toISOString(),
    belongsTo: belongs_to && monthOf(belongs_to),
    lines: lines.map((line): ExportedLine => ({ ...toBookLine(line, line.cents, { who: line.who }), bankDay: line.bank_day })),
  }))
}

export async function readExportNames(db: Database | Tx, circleId: string, entries: readonly ExportedEntry[]): Promise<ExportNames> {
  const accounts = await db.selectFrom('bank_accounts').select(['id', 'name']).where('circle_id', '=', circleId).orderBy('id').execute()
  const people = await readNames(
    db as Database,
    entries.flatMap(({ lines }) => lines.flatMap((line) => ('person' in line && line.person ? [line.person] : []))).sort(),
  )
  return { bankAccounts: new Map(accounts.map(({ id, name }) => [id, name])), people }
}

/** The whole book as a file for another program. Nothing in it but what every member sees. */
export async function exportBook(db: Database | Tx, circleId: string, file: BookExportFile): Promise<string> {
  if (file === 'book.csv.rules') return bookRules
  const entries = await readExportedEntries(db, circleId)
  const names = await readExportNames(db, circleId, entries)
  return file === 'book.csv' ? bookCsv(entries, names) : bookJournal(entries, names)
}
