import type { z } from 'zod'
import type { outlaysReply } from '#contract/booking.ts'
import type { BookAccount } from '#domain/book-accounts.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readDocumentLinks } from '#server/shared/documents/documents.ts'

/** Outlays of the treasurer that wait for another member's word. */
export async function readOutlays(db: Database | Tx, circleId: string, reader: string): Promise<z.infer<typeof outlaysReply>['data']> {
  const rows = await db
    .selectFrom('outlays')
    .innerJoin('outlay_texts', 'outlay_texts.outlay_id', 'outlays.id')
    .selectAll('outlays')
    .select(['payee', 'words'])
    .where('circle_id', '=', circleId)
    .where('entry_id', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('at')
    .execute()
  const links = await readDocumentLinks(
    db,
    rows.map(({ document_version_id }) => document_version_id),
  )
  const names = await readNames(
    db as Database,
    rows.map(({ user_id }) => user_id),
  )
  const isTreasurer = (await readBookkeeper(db, circleId)) === reader
  return rows.map((row) => ({
    _id: row.id,
    person: { _id: row.user_id, name: names.get(row.user_id) ?? '' },
    account: row.account as BookAccount,
    amountCents: row.amount_cents,
    day: row.day,
    payee: row.payee,
    words: row.words,
    document: links.get(row.document_version_id) ?? null,
    at: row.at.toISOString(),
    mayConfirm: row.user_id !== reader && !isTreasurer,
    mayWithdraw: row.user_id === reader,
  }))
}
