import type { AuditRow } from '#contract/admin.ts'
import { byteOrderMark, csvText } from '#domain/csv.ts'
import type { Zone } from '#domain/dates.ts'
import type { Database } from '#server/db/connect.ts'
import { type AuditFilter, selectAudit, toAuditRow } from './audit.store.ts'
import { readAuditNames } from './audit-names.ts'

const batch = 2_000
const header = [
  'When',
  'Act',
  'Who',
  'Who (e-mail)',
  'Who (id)',
  'Subject',
  'Subject (name)',
  'Subject (id)',
  'Fields',
  'Facts',
  'Address',
  'Request',
]

const cellsOf = (row: AuditRow) => [
  // Exact and sortable, for programs; the page shows the reader's day.
  row.at,
  row.act,
  row.actor?.name ?? '',
  row.actor?.email ?? '',
  row.actor?._id ?? '',
  row.subjectKind ?? '',
  row.names[row.subjectId ?? ''] ?? '',
  row.subjectId ?? '',
  row.fields.join(' '),
  Object.keys(row.facts).length > 0 ? JSON.stringify(row.facts) : '',
  row.address ?? '',
  row.requestId ?? '',
]

/** The log as CSV, newest first, streamed in batches so that memory use stays constant. */
export async function* auditCsv(db: Database, filter: AuditFilter, zone: Zone): AsyncGenerator<string> {
  yield csvText([header])
  let before: number | undefined
  for (;;) {
    const rows = await selectAudit(db, filter, zone)
      .$if(before !== undefined, (query) => query.where('audit_log.id', '<', before ?? 0))
      .orderBy('audit_log.id', 'desc')
      .limit(batch)
      .execute()
    const namesOf = await readAuditNames(db, rows)
    if (rows.length > 0) yield csvText(rows.map((row) => cellsOf(toAuditRow(row, namesOf(row))))).slice(byteOrderMark.length)
    if (rows.length < batch) return
    before = rows.at(-1)?.id
  }
}
