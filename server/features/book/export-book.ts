import { sql } from 'kysely'
import type { BookLine } from '#domain/book-accounts.ts'
import { type BookExportFile, bookCsv, bookJournal, bookRules, type ExportedEntry } from '#domain/book-export.ts'
import type { Cents } from '#domain/money.ts'
import { monthOf } from '#domain/month-close.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { toBookLine } from '#server/shared/book/balances.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'

type Row = {
  readonly number: number
  readonly day: string
  readonly kind: string
  readonly payee: string
  readonly words: string
  readonly belongs_to: string | null
  readonly reverses: number | null
  readonly lines: readonly (Parameters<typeof toBookLine>[0] & { readonly cents: Cents })[]
}

async function readExported(db: Database | Tx, circleId: string): Promise<ExportedEntry[]> {
  const { rows } = await sql<Row>`
    select entry.number, entry.day, entry.kind, coalesce(payee, '') as payee, coalesce(words, '') as words, entry.belongs_to,
      reversed.number as reverses,
      (select json_agg(json_build_object('account', account, 'bank_account_id', bank_account_id, 'holder', holder, 'arc', arc,
          'user_id', user_id, 'cents', amount_cents) order by position) from book_lines where entry_id = entry.id) as lines
    from book_entries as entry left join book_entry_texts on book_entry_texts.entry_id = entry.id
      left join book_entries as reversed on reversed.id = entry.reverses
    where entry.circle_id = ${circleId} order by entry.day, entry.number`.execute(db)
  return rows.map(({ belongs_to, lines, ...entry }) => ({
    ...entry,
    belongsTo: belongs_to && monthOf(belongs_to),
    lines: lines.map((line): BookLine => toBookLine(line, line.cents)),
  }))
}

/** The whole book as a file for another program. Nothing in it but what every member sees. */
export async function exportBook(db: Database | Tx, circleId: string, file: BookExportFile): Promise<string> {
  if (file === 'book.csv.rules') return bookRules
  const entries = await readExported(db, circleId)
  const accounts = await db.selectFrom('bank_accounts').select(['id', 'name']).where('circle_id', '=', circleId).orderBy('id').execute()
  const people = await readNames(
    db as Database,
    entries.flatMap(({ lines }) => lines.flatMap((line) => ('person' in line && line.person ? [line.person] : []))),
  )
  const names = { bankAccounts: new Map(accounts.map(({ id, name }) => [id, name])), people }
  return file === 'book.csv' ? bookCsv(entries, names) : bookJournal(entries, names)
}
