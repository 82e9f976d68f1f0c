import type { z } from 'zod'
import type { receiptRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { requireDocumentVersion } from '#server/shared/documents/documents.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findEntry } from './find-entry.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'

/** Adds a document to an entry that is booked already, also of a closed month. */
export async function addReceipt(
  tx: Tx,
  actor: Actor,
  circleId: string,
  { entryId, documentVersionId }: z.infer<typeof receiptRequest>,
  booking: Booking,
): Promise<void> {
  await lockAsTreasurer(tx, circleId, actor, booking)
  const entry = await findEntry(tx, circleId, entryId, actor.id)
  const { versionId } = await requireDocumentVersion(tx, circleId, documentVersionId)
  const added = await tx
    .insertInto('book_receipts')
    .values({ entry_id: entry.id, document_version_id: versionId, added_by: actor.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n || entry.document_version_id === versionId) throw new Refusal('receipt_there')
  await writeAudit(tx, {
    act: 'entry.receipt_added',
    by: actor,
    subject: ['entry', entry.id],
    facts: { circle: circleId, version: versionId },
  })
  await publishCircleChange(tx, circleId, 'money')
}
