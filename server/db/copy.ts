import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Insertable } from 'kysely'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { DB } from './schema.generated.ts'

type Value = string | number | boolean | Date | null | readonly (string | number)[]

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string) => text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? character)

/** One value in COPY's text format. Arrays may only contain numbers and plain words. */
function cell(value: Value): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object') return `{${value.join(',')}}`
  return typeof value === 'boolean' ? (value ? 't' : 'f') : escaped(String(value))
}

const chunkOf = 500

function* lines(rows: readonly Readonly<Record<string, Value>>[], columns: readonly string[]): Generator<string> {
  for (let start = 0; start < rows.length; start += chunkOf) {
    const chunk = rows.slice(start, start + chunkOf)
    yield chunk.map((row) => `${columns.map((column) => cell(row[column] ?? null)).join('\t')}\n`).join('')
  }
}

/** Writes rows of one shape by COPY, about fifty times faster than INSERT. */
export async function copyRows<Table extends keyof DB & string>(
  client: pg.ClientBase,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
): Promise<void> {
  const plain = rows as readonly Readonly<Record<string, Value>>[]
  const columns = Object.keys(plain[0] ?? {})
  if (columns.length === 0) return
  await pipeline(Readable.from(lines(plain, columns)), client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`)))
}
